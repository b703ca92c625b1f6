/** Whole games in a real browser, each by mouse, by touch and by keyboard alone. */
import { expect, test, type Page } from "@playwright/test";
import type { MoveView, SeatRule } from "../../src/contract";
import { type Way, begin, board, dice, enter, going, makeMove, myTurn, playOn, script, site, view } from "./play";

const ended = (page: Page) => expect(page.locator(".ending strong")).toBeVisible();
const bots = (...players: string[]): SeatRule[] => players.map((player) => ({ player, by: { bot: { bot: "random" } } }));

const captures = (moves: MoveView[]) => moves.filter((move) => move.steps.some((step) => step.say === "capture"));
let dropped = 0;
/** Moves of pieces in hands, on sites of their own. */
function fromHand(moves: MoveView[]): MoveView[] {
  const found = moves.filter((move) => move.steps.some((step) => step.effects.some((effect) => effect.do === "move" && /^(sente|gote)-/.test(effect.from))));
  dropped += Number(found.length > 0);
  return found;
}

for (const way of ["mouse", "touch", "keys"] as Way[]) {
  test.describe(`by ${way}`, () => {
    test.use(way === "touch" ? { hasTouch: true, viewport: { width: 390, height: 844 } } : {});
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await enter(page, { confirm: false });
    });

    test("chess, to checkmate", async ({ page }) => {
      await begin(page, "chess");
      const last = await playOn(page, way, script("f2-f3 e7-e5 g2-g4 d8-h4"), 5);
      expect(last.status.ending?.results).toEqual(["loss", "win"]);
      expect(last.status.check).toEqual(["e1"]);
      await ended(page);
      await expect(page.locator(".ending")).toContainText("Black wins");
    });

    test("international draughts, won by a capture of three men in one move", async ({ page }) => {
      await begin(page, "international-draughts", { position: "turn=White; White Man=c1; Black Man=d2,f4,f6" });
      const lengths: number[] = [];
      const last = await playOn(
        page,
        way,
        (moves) => {
          const most = moves.toSorted((a, b) => b.steps.length - a.steps.length)[0]!;
          lengths.push(most.steps.length);
          return most;
        },
        20,
      );
      expect(lengths[0]).toBe(3);
      expect(last.status.state).toBe("ended");
      await ended(page);
    });

    test("hex, to a chain from edge to edge", async ({ page }) => {
      await begin(page, "hex");
      const chain = Array.from({ length: 11 }, (_, row) => [`d${row + 1}`, `h${row + 1}`]).flat();
      const last = await playOn(page, way, script(chain.join(" ")), 22);
      expect(last.status.ending?.results).toEqual(["win", "loss"]);
      await ended(page);
    });

    test("twenty squares, with dice, against a bot", async ({ page }) => {
      await begin(page, "twenty-squares", { seats: bots("Dark") });
      const last = await playOn(page, way, dice(11), 12);
      expect(last.node).toBeGreaterThan(20);
      expect(last.pieces.some((piece) => piece.owner === "Light")).toBe(true);
    });

    test("nine men's morris, with removals", async ({ page }) => {
      await begin(page, "nine-mens-morris");
      let removals = 0;
      const random = dice(3);
      const last = await playOn(
        page,
        way,
        (moves) => {
          const mills = moves.filter((move) => move.steps.some((step) => step.effects.some((effect) => effect.do === "remove")));
          removals += Number(mills.length > 0);
          return random(mills.length > 0 ? mills : moves);
        },
        way === "mouse" ? 300 : 24,
      );
      expect(removals).toBeGreaterThan(0);
      if (way === "mouse") {
        expect(last.status.state).toBe("ended");
        await ended(page);
      }
    });

    test("minishogi", async ({ page }) => {
      await begin(page, "minishogi");
      const random = dice(9);
      // What was captured is dropped as soon as it can be.
      const last = await playOn(page, way, (moves) => random(fromHand(moves).length > 0 ? fromHand(moves) : captures(moves).length > 0 ? captures(moves) : moves), 16);
      expect(dropped).toBeGreaterThan(0);
      expect(last.node).toBeGreaterThanOrEqual(15);
    });

    test("four-player chess, to the first mate", async ({ page }) => {
      await begin(page, "four-player-chess");
      // Yellow's queen guards the square from which Red's mates Blue.
      const last = await playOn(page, way, script("f2-f3 a10-c11 h13-h11 n5-l4 d2-d3 c11-a10 h14-h12 l4-n5 g1-b6"), 9);
      expect(last.status.ending?.results).toEqual(["win", "loss", "win", "win"]);
      expect(last.status.check).toEqual(["a7"]);
      await ended(page);
    });

    test("go on 9x9, with a capture, to both passes and the score", async ({ page }) => {
      await begin(page, "go-9x9");
      const last = await playOn(page, way, script("b1 a1 a2 e5 pass pass"), 6);
      expect(last.status.ending?.results).toEqual(["loss", "win"]);
      // Two stones and the corner that they took, against one stone and seven and a half.
      expect(last.status.ending?.scores).toEqual([3, 8.5]);
      await ended(page);
      await expect(page.locator(".ending")).toContainText("White wins");
      await expect(page.locator(".ending")).toContainText("3 : 8.5");
    });

    test("the royal game of Ur, a race of the last men with dice, to its end", async ({ page }) => {
      const home = "value home.Light=6; value home.Dark=6";
      await begin(page, "royal-game-of-ur", { position: `turn=Light#1; supply Light Man=1; supply Dark Man=1; ${home}` });
      const last = await playOn(page, way, dice(4), 120);
      expect(last.status.state).toBe("ended");
      expect(last.status.ending?.results).toContain("win");
      await ended(page);
    });

    test("backgammon, until the last men are borne off", async ({ page }) => {
      await begin(page, "backgammon", { position: "turn=White#1; White Man=a1,b1; Black Man=a2,b2; value home.White=13; value home.Black=13" });
      const last = await playOn(page, way, dice(4), 40);
      expect(last.status.state).toBe("ended");
      expect(last.status.ending?.results).toContain("win");
      await ended(page);
    });

    test("a puzzle, to its end", async ({ page }) => {
      await begin(page, "peg-solitaire");
      await playOn(page, way, dice(8), 40);
      await ended(page);
    });
  });
}

test("four-player chess, against three bots", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enter(page, { confirm: false });
  await begin(page, "four-player-chess", { seats: bots("Blue", "Yellow", "Green") });
  const last = await playOn(page, "mouse", dice(2), 4);
  expect(last.node).toBeGreaterThanOrEqual(13);
  expect(new Set(last.pieces.map((piece) => piece.owner)).size).toBe(4);
});

test("a piece is dragged where it goes", async ({ page }) => {
  await enter(page);
  await begin(page, "chess", { seats: bots("Black") });
  const now = await myTurn(page, null);
  const [from, to] = [(await site(page, "e2").boundingBox())!, (await site(page, "e4").boundingBox())!];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  const next = await myTurn(page, now.node);
  expect(next.pieces.find((piece) => piece.site === "e4")?.owner).toBe("White");
});

test("a reload keeps the game, and the half of a move that was made", async ({ page }) => {
  await enter(page);
  await begin(page, "nine-mens-morris");
  // White closes the mill a1, a2, a3 and must take a man.
  await playOn(page, "mouse", script("a1 b1 a2 b4"), 4);
  await myTurn(page, 3);
  await site(page, "a3").click({ force: true });
  await expect(page.locator(".next")).toContainText("Choose one of 2 pieces to remove");
  await page.waitForTimeout(400);
  await page.reload();
  await expect(page.locator(".next")).toContainText("Choose one of 2 pieces to remove");
  expect((await view(page))!.node).toBe(4);
  await page.getByRole("button", { name: /Back out/ }).click();
  await expect(page.locator(".next")).toHaveCount(0);
  await site(page, "a3").click({ force: true });
  await site(page, "b1").click({ force: true });
  const next = await myTurn(page, 4);
  expect(next.pieces.filter((piece) => piece.owner === "Black")).toHaveLength(1);
});

test("what cannot be done says why, beside the board", async ({ page }) => {
  await enter(page);
  await begin(page, "chess");
  await site(page, "a1").click({ force: true });
  await expect(page.locator(".refusal")).toBeVisible();
  await site(page, "d2").click({ force: true });
  await site(page, "d6").click({ force: true });
  await expect(page.locator(".refusal strong")).toHaveText("d2 – d6 is not possible");
  await expect(page.locator(".refusal p").first()).not.toBeEmpty();
});

test("a piece that is pinned, or that leaves its king in check, says so when it is clicked and when it is dragged", async ({ page }) => {
  await enter(page);
  await begin(page, "chess", { position: "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1" });
  const why = page.locator(".refusal");
  await site(page, "e2").click({ force: true });
  await expect(why).toContainText("under attack");
  await expect(why).not.toContainText("verify");
  const [from, to] = [(await site(page, "e2").boundingBox())!, (await site(page, "f4").boundingBox())!];
  const middle = (box: typeof from) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 5 });
  await page.mouse.up();
  await expect(why.locator("strong")).toHaveText("e2 – f4 is not possible");
  await expect(why).toContainText("under attack");
});

test("moves can be typed, and clicked in the list", async ({ page }) => {
  await enter(page);
  await begin(page, "chess");
  // The page may still be on its way.
  await expect.poll(async () => (await view(page))?.node).toBe(0);
  await page.keyboard.press("/");
  await expect(page.locator(".legal .chip").first()).toBeVisible();
  await page.keyboard.type("e4");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await view(page))!.node).toBe(1);
  await page.locator(".legal .chip", { hasText: /^e5$/ }).click();
  await expect.poll(async () => (await view(page))!.node).toBe(2);
});

test("the tree is walked, and the game goes on from its present", async ({ page }) => {
  await enter(page);
  await begin(page, "tic-tac-toe");
  await playOn(page, "mouse", script("a1 b2 c3"), 3);
  await page.locator("h1").click();
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await expect.poll(async () => (await view(page))!.pieces.length).toBe(1);
  await page.getByRole("button", { name: "Back to the game" }).click();
  await expect.poll(async () => (await view(page))!.pieces.length).toBe(3);
});

test("a game begins with one click in the gallery, and is there to be continued", async ({ page }) => {
  await enter(page);
  await page.getByRole("button", { name: "Play Breakthrough", exact: true }).click();
  await myTurn(page, null);
  expect(await board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).board?.title)).toBe("Breakthrough");
  await page.getByRole("link", { name: "Games" }).click();
  await expect(page.getByRole("heading", { name: "Continue playing" })).toBeVisible();
});

test("two people play one game on two screens", async ({ page, context }) => {
  await enter(page);
  await begin(page, "tic-tac-toe");
  const other = await context.newPage();
  await other.goto(page.url());
  await myTurn(other, null);
  await makeMove(page, going((await view(page))!.moves, "b2"), "mouse");
  await expect.poll(async () => (await view(other))!.node).toBe(1);
  expect((await view(other))!.pieces).toHaveLength(1);
});
