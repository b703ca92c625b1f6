/** One sample for every kind of board and piece set. */
import type { LinkView, SiteView } from "../../src/contract";
import { fen, go, grid, letters, link, piece, sample, site, type Sample } from "./make";

const CHESS = { K: "King", Q: "Queen", R: "Rook", B: "Bishop", N: "Knight", P: "Pawn" };

function chess(): Sample {
  return sample({
    title: "Chess",
    kind: "checkered",
    ...grid(8, 8, true),
    pieces: fen("r1bqk2r/pppp1ppp/3p1b2/3P4/2B1R3/5N2/PP3PPP/R1BQ2K1", CHESS),
    types: Object.values(CHESS),
    last: ["d7", "d6"],
    moves: [..."f4 g4 h4 d4 e5 e6 e3 e2 e1".split(" ").map((to, id) => go(id, "e4", to)), go(20, "e4", "e8", "e8")],
    press: ["e4"],
    check: ["g1"],
  });
}

function fourPlayers(): Sample {
  const corners = [..."abclmn"].flatMap((column) => [1, 2, 3, 12, 13, 14].map((row) => `${column}${row}`));
  const board = grid(14, 14, true, corners);
  const army = "Rook Knight Bishop Queen King Bishop Knight Rook".split(" ");
  const pieces = army.flatMap((type, at) => [
    piece(`${letters[at + 3]}1`, "Red", type),
    piece(`${letters[at + 3]}2`, "Red", "Pawn"),
    piece(`a${at + 4}`, "Blue", type),
    piece(`b${at + 4}`, "Blue", "Pawn"),
    piece(`${letters[at + 3]}14`, "Yellow", type),
    piece(`${letters[at + 3]}13`, "Yellow", "Pawn"),
    piece(`n${at + 4}`, "Green", type),
    piece(`m${at + 4}`, "Green", "Pawn"),
  ]);
  return sample({ title: "Four-player chess", kind: "checkered", ...board, pieces, players: ["Red", "Blue", "Yellow", "Green"], last: ["h2", "h4"] });
}

function hex(): Sample {
  const sites: SiteView[] = [];
  const links: LinkView[] = [];
  const name = (x: number, y: number) => `${letters[x]}${11 - y}`;
  for (let y = 0; y < 11; y += 1) {
    for (let x = 0; x < 11; x += 1) {
      sites.push(site(name(x, y), x + y * 0.5, y * 0.866));
      for (const [dx, dy] of [[1, 0], [0, 1], [-1, 1]]) {
        const [nx, ny] = [x + dx!, y + dy!];
        if (nx >= 0 && nx < 11 && ny < 11) links.push(link(name(x, y), name(nx, ny)));
      }
    }
  }
  const line = (make: (at: number) => string) => Array.from({ length: 11 }, (_, at) => make(at));
  return sample({
    title: "Hex",
    kind: "hex",
    sites,
    links,
    players: ["Red", "Blue"],
    types: ["Stone", "Keystone"],
    zones: [
      { name: "near", player: "Red", sites: line((at) => `${letters[at]}1`) },
      { name: "far", player: "Red", sites: line((at) => `${letters[at]}11`) },
      { name: "near", player: "Blue", sites: line((at) => `a${at + 1}`) },
      { name: "far", player: "Blue", sites: line((at) => `k${at + 1}`) },
    ],
    pieces: [..."e9 g9 d8 i8 f7 h7 g6 f5 h4".split(" ").map((at) => piece(at, "Red", "Stone")), ..."f9 e8 g8 d7 j7 f6 h6 e5 g5".split(" ").map((at) => piece(at, "Blue", "Stone"))],
    last: ["f9"],
  });
}

function shogi(): Sample {
  const sites: SiteView[] = [];
  const links: LinkView[] = [];
  const name = (x: number, y: number) => `${9 - x}${letters[y]}`;
  for (let y = 0; y < 9; y += 1) {
    for (let x = 0; x < 9; x += 1) {
      sites.push(site(name(x, y), x, y));
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
        if (x + dx! >= 0 && x + dx! < 9 && y + dy! < 9) links.push(link(name(x, y), name(x + dx!, y + dy!)));
      }
    }
  }
  const types = "King Rook Bishop Gold Silver Knight Lance Pawn Dragon Horse GoldSilver GoldKnight GoldLance Tokin".split(" ");
  const row = "Lance Knight Silver Gold King Gold Silver Knight Lance".split(" ");
  const hands = ["Sente", "Gote"].flatMap((owner) => types.slice(1, 8).map((type, at) => ({ owner, type, count: at % 3 === 0 ? at : 0 })));
  return sample({
    title: "Shogi",
    kind: "checkered",
    sites,
    links,
    players: ["Sente", "Gote"],
    types,
    zones: [{ name: "promotion", player: "Sente", sites: [..."123456789"].flatMap((x) => [..."abc"].map((y) => x + y)) }],
    pieces: [
      ...row.map((type, at) => piece(`${9 - at}i`, "Sente", type)),
      ...row.map((type, at) => piece(`${9 - at}a`, "Gote", type)),
      ...[..."123456789"].map((x) => piece(`${x}g`, "Sente", "Pawn")),
      ...[..."13456789"].map((x) => piece(`${x}c`, "Gote", "Pawn")),
      piece("2h", "Sente", "Rook"), piece("8b", "Gote", "Rook"), piece("2b", "Sente", "Horse"), piece("5e", "Gote", "Tokin"), piece("4e", "Sente", "Dragon"),
    ],
    hands,
    last: ["8h", "2b"],
  });
}

function xiangqi(): Sample {
  const types = { G: "General", A: "Advisor", E: "Elephant", H: "Horse", C: "Chariot", N: "Cannon", S: "Soldier" };
  const court = (rows: number[]) => rows.flatMap((row) => ["d", "e", "f"].map((column) => `${column}${row}`));
  return sample({
    title: "Xiangqi",
    kind: "lined",
    ...grid(9, 10, true),
    players: ["Red", "Black"],
    types: Object.values(types),
    zones: [
      { name: "palace", player: "Red", sites: court([1, 2, 3]) },
      { name: "palace", player: "Black", sites: court([8, 9, 10]) },
    ],
    pieces: fen("cheagaehc/9/1n5n1/s1s1s1s1s/9/9/S1S1S1S1S/1N5N1/9/CHEAGAEHC", types, ["Red", "Black"]),
    last: ["h3", "e3"],
  });
}

function morris(): Sample {
  const points = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split(" ");
  const lines = "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 a7-a4-a1 b6-b4-b2 c5-c4-c3 d7-d6-d5 d3-d2-d1 e5-e4-e3 f6-f4-f2 g7-g4-g1".split(" ");
  const men = (owner: string, at: string) => at.split(" ").map((id) => piece(id, owner, "Man"));
  const takes = ["f6", "e5", "f4", "d2", "g1"].map((at, id) => ({
    ...go(id, "g7", "d7"),
    steps: [...go(id, "g7", "d7").steps, { pick: [{ site: at }], effects: [{ do: "remove" as const, site: at }], say: "remove" as const }],
  }));
  return sample({
    title: "Nine men's morris",
    kind: "points",
    sites: points.map((id) => site(id, letters.indexOf(id[0]!), 7 - Number(id[1]))),
    links: lines.flatMap((line) => line.split("-").flatMap((id, at, all) => (at > 0 ? [link(all[at - 1]!, id)] : []))),
    pieces: [...men("White", "d6 d5 c3 e3 b2 f2 g7"), ...men("Black", "f6 e5 a4 b4 c4 f4 d2 g1")],
    last: ["a7", "a4"],
    moves: takes,
    press: ["g7", "d7"],
    marks: [{ kind: "line", sites: ["d7", "d6", "d5"] }],
  });
}

function ur(): Sample {
  const base = grid(8, 3, false, ["e3", "f3", "e1", "f1"]);
  const sites = [...base.sites, site("dark-home", 5, 0), site("light-home", 5, 2), site("throw", 9, 1), { ...site("gate", 0, 0), hidden: true }];
  return sample({
    title: "Twenty squares",
    kind: "track",
    sites,
    links: [...base.links, link("g3", "dark-home"), link("g1", "light-home")],
    players: ["Light", "Dark", "?Dice"],
    types: ["Man", "Winner", "Nought", "One", "Two", "Three", "Four"],
    zones: [{ name: "rosettes", sites: ["a1", "a3", "d2", "g1", "g3"] }],
    pieces: [piece("a2", "Light", "Man"), piece("b1", "Light", "Man"), piece("c2", "Light", "Man"), piece("a3", "Dark", "Man"), piece("f2", "Dark", "Man"), piece("g3", "Dark", "Man"), piece("throw", "?Dice", "Three")],
    moves: [go(1, "c2", "f2", "f2")],
    press: ["c2"],
    last: ["e2", "f2"],
  });
}

function kalah(): Sample {
  const sites = [..."abcdef"].flatMap((column, x) => [site(`${column}1`, x + 1, 1), site(`${column}2`, x + 1, 0)]);
  sites.push(site("north", 0, 0.5), site("south", 7, 0.5));
  const links = [..."abcde"].flatMap((column, x) => [link(`${column}1`, `${letters[x + 1]}1`), link(`${letters[x + 1]}2`, `${column}2`)]);
  links.push(link("f1", "south"), link("south", "f2"), link("a2", "north"), link("north", "a1"));
  const seeds = (at: string, count: number) => Array.from({ length: count }, (_, level) => piece(at, "", "Seed", level));
  return sample({
    title: "Kalah",
    kind: "pits",
    sites,
    links,
    players: ["South", "North"],
    pieces: [...seeds("a1", 1), ...seeds("b1", 2), ...seeds("d1", 8), ...seeds("e1", 3), ...seeds("f2", 13), ...seeds("south", 6), ...seeds("north", 5)],
    last: ["d2"],
  });
}

function surakarta(): Sample {
  const base = grid(6, 6, false);
  const arc = (a: string, b: string, middle: [number, number]): LinkView => ({ ...link(a, b), arc: middle });
  const arcs = [
    arc("b6", "a5", [0, 0]), arc("c6", "a4", [0, 0]), arc("e6", "f5", [5, 0]), arc("d6", "f4", [5, 0]),
    arc("a2", "b1", [0, 5]), arc("a3", "c1", [0, 5]), arc("f2", "e1", [5, 5]), arc("f3", "d1", [5, 5]),
  ];
  const row = (owner: string, rows: string) => [...rows].flatMap((r) => [..."abcdef"].map((c) => piece(c + r, owner, "Stone")));
  const made = sample({ title: "Surakarta", kind: "graph", sites: base.sites, links: [...base.links, ...arcs], pieces: [...row("White", "12"), ...row("Black", "56")], last: ["d3", "c5"] });
  made.view.last!.steps = [{ pick: [], say: "capture", effects: [{ do: "move", from: "d3", to: "c5", path: ["d3", "c3", "b3", "a3", "c1", "c2", "c3", "c4", "c5"] }] }];
  return made;
}

function triangles(): Sample {
  const sites: SiteView[] = [];
  const links: LinkView[] = [];
  const [rows, h] = [6, 0.866];
  for (let y = 0; y < rows; y += 1) {
    for (let at = 0; at < 2 * y + 1; at += 1) {
      const up = at % 2 === 0;
      sites.push(site(`${letters[y]}${at + 1}`, (rows - y) * 0.5 + at * 0.5, y * h + (up ? h * 0.667 : h * 0.333)));
      if (at > 0) links.push(link(`${letters[y]}${at}`, `${letters[y]}${at + 1}`));
      if (!up) links.push(link(`${letters[y - 1]}${at}`, `${letters[y]}${at + 1}`));
    }
  }
  return sample({
    title: "Triangles",
    kind: "triangle",
    sites,
    links,
    players: ["Red", "Blue", "Yellow"],
    types: ["Stone"],
    pieces: [piece("a1", "Yellow", "Stone"), piece("b2", "Yellow", "Stone"), piece("f1", "Red", "Stone"), piece("f2", "Red", "Stone"), piece("e4", "Red", "Stone"), piece("f11", "Blue", "Stone"), piece("f10", "Blue", "Stone")],
    last: ["e4"],
  });
}

function levels(): Sample {
  const base = grid(3, 3, false);
  const sites = [0, 1, 2].flatMap((z) => base.sites.map((one) => ({ ...one, id: `${one.id}.${z + 1}`, z })));
  const links = [0, 1, 2].flatMap((z) => base.links.map(({ a, b }) => link(`${a}.${z + 1}`, `${b}.${z + 1}`)));
  return sample({ title: "Three levels", kind: "lined", sites, links, types: ["Man"], pieces: [piece("a1.1", "White", "Man"), piece("b2.2", "White", "Man"), piece("c2.2", "Black", "Man"), piece("c3.3", "Black", "Man")] });
}

function stacks(): Sample {
  const tower = (at: string, owners: string) => [...owners].map((owner, level) => piece(at, owner === "w" ? "White" : "Black", "Man", level));
  return sample({ title: "Stacks", kind: "checkered", ...grid(5, 5, true), types: ["Man"], pieces: [...tower("b2", "wwb"), ...tower("c3", "wbwbwbw"), ...tower("d4", "bw"), ...tower("a5", "w")] });
}

function unknown(): Sample {
  const types = ["Archer", "Elephant", "Emperor", "Dragon", "Wizard", "Amazon"];
  return sample({
    title: "Unknown types",
    kind: "lined",
    ...grid(6, 2, true),
    types,
    pieces: types.flatMap((type, at) => [piece(`${letters[at]}1`, "White", type), piece(`${letters[at]}2`, "Black", type)]),
  });
}

function noCoordinates(): Sample {
  const names = "A B C D E F G H I J".split(" ");
  const links = names.flatMap((name, at) => [link(name, names[(at + 1) % 10]!), ...(at % 3 === 0 ? [link(name, names[(at + 4) % 10]!)] : [])]);
  return sample({ title: "No coordinates", kind: "graph", sites: names.map((id) => site(id, 0, 0)), links, types: ["Man"], pieces: [piece("A", "White", "Man"), piece("F", "Black", "Man")] });
}

export const samples: Sample[] = [
  chess(),
  fourPlayers(),
  hex(),
  shogi(),
  xiangqi(),
  morris(),
  ur(),
  kalah(),
  surakarta(),
  triangles(),
  levels(),
  stacks(),
  unknown(),
  noCoordinates(),
  sample({
    title: "Go 9 x 9",
    kind: "lined",
    ...grid(9, 9, false),
    types: ["Stone"],
    players: ["Black", "White"],
    pieces: [..."f7 g7 c6 d6 e6 h6 b5 f5 g5 c4".split(" ").map((at) => piece(at, "Black", "Stone")), ..."c7 d7 e7 b6 c5 d5 e5 f4 g4 d3".split(" ").map((at) => piece(at, "White", "Stone"))],
    last: ["g4"],
  }),
  sample({
    title: "Draughts",
    kind: "checkered",
    ...grid(8, 8, true),
    types: ["Man", "King"],
    pieces: fen("1m1m1m1m/m1m1m1m1/3k4/8/1M3m2/2K5/1M1M1M1M/M1M1M1M1", { M: "Man", K: "King" }),
    last: ["e5", "f4"],
  }),
  sample({ title: "Reversi", kind: "checkered", ...grid(8, 8, true), types: ["Disc"], players: ["Black", "White"], pieces: [piece("d4", "White", "Disc"), piece("e5", "White", "Disc"), piece("d5", "Black", "Disc"), piece("e4", "Black", "Disc"), piece("f4", "Black", "Disc")], last: ["f4"] }),
  sample({ title: "Noughts and crosses", kind: "lined", ...grid(3, 3, true), types: ["Mark"], players: ["X", "O"], pieces: [piece("a1", "X", "Mark"), piece("b2", "O", "Mark"), piece("c3", "X", "Mark")], last: ["c3"] }),
  sample({ title: "Tafl", kind: "lined", ...grid(9, 9, false), types: ["King", "Man"], players: ["Swedes", "Muscovites"], zones: [{ name: "throne", sites: ["e5"] }], pieces: [piece("e5", "Swedes", "King"), piece("e4", "Swedes", "Man"), piece("e3", "Swedes", "Man"), piece("a5", "Muscovites", "Man"), piece("b5", "Muscovites", "Man")] }),
  sample({ title: "Warehouse", kind: "track", ...grid(5, 4, false, ["c3", "a1", "d1"]), types: ["Porter", "Box"], players: ["Keeper"], zones: [{ name: "places", sites: ["e4"] }], pieces: [piece("e3", "Keeper", "Porter"), piece("d2", "Keeper", "Box")] }),
  sample({ title: "Amazons", kind: "checkered", ...grid(10, 10, true), types: ["Amazon", "Arrow"], players: ["White", "Black"], pieces: [piece("d1", "White", "Amazon"), piece("g1", "White", "Amazon"), piece("d10", "Black", "Amazon"), piece("a7", "Black", "Amazon"), piece("d5", "White", "Arrow"), piece("e5", "Black", "Arrow")] }),
];
