/**
 * One game as the page sees it: its board, the position looked at, the tree of moves, and what can
 * be done to it.
 */
import type { Board, BotChoice, Command, MoveView, NodeView, Pick, Problem, Reason, TalkLine, ServerMessage, Thought, View, Why } from "../contract";
import { host } from "#host";
import type { Channel } from "../host";
import { nonce } from "./api";

export interface Refused {
  reason: Reason;
  say: string;
}

export class Game {
  board = $state.raw<Board | null>(null);
  /** The position that is shown. */
  view = $state.raw<View | null>(null);
  /** The position where the game stands. */
  current = $state.raw<View | null>(null);
  nodes = $state.raw<Map<number, NodeView>>(new Map());
  thought = $state.raw<{ node: number; thought: Thought } | null>(null);
  /** What bots have thought of nodes, for the graph: what is expected for the first player. */
  worth = $state.raw<Map<number, number>>(new Map());
  connected = $state(true);
  missing = $state(false);
  refused = $state.raw<Refused | null>(null);
  next = $state.raw<string | null>(null);
  /** What was said at the table, oldest first. */
  talk = $state.raw<TalkLine[]>([]);
  problems = $state.raw<{ problems: Problem[]; broken: boolean } | null>(null);
  /** When the view arrived, for clocks. */
  since = $state(performance.now());
  analysing = $state(false);
  #wire: Channel;
  #joined = false;
  #heading: number | null = null;

  constructor(readonly id: string) {
    this.#wire = host.connect(
      (tell) => this.#heard(tell),
      (connected) => this.#connection(connected),
    );
    void this.#join();
  }

  close(): void {
    // A game that is in memory alone goes with its last view.
    void this.#wire.ask({ ask: "leave", game: this.id });
    this.#wire.close();
  }

  get mine(): boolean {
    const { view } = this;
    return !!view && view.current && view.status.turn.some((player) => view.me.includes(player));
  }

  get ended(): boolean {
    return this.current?.status.state === "ended";
  }

  get study(): boolean {
    return this.current?.status.state === "study";
  }

  /**
   * Whether two people play or wait for each other: no other game may be derived from it before its
   * end.
   */
  get amongPeople(): boolean {
    const seats = this.current?.seats ?? [];
    const people = new Set(seats.flatMap((seat) => seat.person ?? []));
    const open = seats.some((seat) => seat.by === "open");
    return !this.ended && !this.study && people.size + (open ? 1 : 0) > 1;
  }

  /** Plays a move; false if it was refused. */
  async play(move: MoveView): Promise<boolean> {
    const { view } = this;
    if (!view || move.id == null) return false;
    const tell = await this.do({ do: "play", node: view.node, move: move.id });
    return tell.tell === "done";
  }

  /**
   * Does something; what was refused is kept to be shown, and the position comes back as it was.
   */
  async do(command: Command): Promise<ServerMessage> {
    this.refused = null;
    const tell = await this.#wire.ask({ ask: "do", game: this.id, nonce: nonce(), command });
    if (tell.tell === "refused") {
      this.refused = { reason: tell.reason, say: tell.say };
      // What was refused may be answered after news of what came before it.
      if (tell.view && tell.view.version >= (this.current?.version ?? 0)) this.#show(tell.view);
    } else if (tell.tell === "done" && tell.node != null && this.study) void this.look(tell.node);
    return tell;
  }

  /** The node that is looked at, or will be as soon as it is here. */
  get heading(): number {
    return this.#heading ?? this.view?.node ?? 0;
  }

  async look(node: number): Promise<void> {
    if (node === this.heading) return;
    this.#heading = null;
    if (node === this.current?.node) {
      this.lookAtCurrent();
      return;
    }
    this.#heading = node;
    const tell = await this.#wire.ask({ ask: "look", game: this.id, node });
    // The user may have stepped on by now.
    if (this.#heading !== node) return;
    this.#heading = null;
    if (tell.tell === "view") this.#show(tell.view);
  }

  /** Returns the position of a node, without showing it. */
  async positionAt(node: number): Promise<View | null> {
    const tell = await this.#wire.ask({ ask: "look", game: this.id, node });
    return tell.tell === "view" ? tell.view : null;
  }

  lookAtCurrent(): void {
    this.#heading = null;
    if (this.current) this.#show(this.current);
  }

  async expand(prefix: readonly Pick[]): Promise<{ moves: MoveView[]; more: boolean } | null> {
    if (!this.view) return null;
    const tell = await this.#wire.ask({ ask: "expand", game: this.id, node: this.view.node, prefix: [...prefix] });
    return tell.tell === "moves" ? tell : null;
  }

  async why(picks: readonly Pick[]): Promise<Why | null> {
    if (!this.view) return null;
    const tell = await this.#wire.ask({ ask: "why", game: this.id, node: this.view.node, picks: [...picks] });
    return tell.tell === "why" ? tell.why : null;
  }

  async hint(): Promise<Thought | null> {
    if (!this.view) return null;
    const tell = await this.#wire.ask({ ask: "hint", game: this.id, node: this.view.node });
    if (tell.tell === "refused") this.refused = { reason: tell.reason, say: tell.say };
    return tell.tell === "thought" ? tell.thought : null;
  }

  analyse(node: number | null, bot?: BotChoice): void {
    this.analysing = node !== null;
    const question = { ask: "analyse" as const, game: this.id, lines: 4 };
    void this.#wire.ask({ ...question, ...(node !== null ? { node } : {}), ...(bot ? { bot } : {}) }).then((tell) => {
      if (tell.tell === "refused") {
        this.analysing = false;
        this.refused = { reason: tell.reason, say: tell.say };
      }
    });
  }

  /** The line of nodes from the start to `node`. */
  lineTo(node: number): NodeView[] {
    const line: NodeView[] = [];
    for (let at = this.nodes.get(node); at; at = this.nodes.get(at.parent)) line.unshift(at);
    return line;
  }

  childrenOf(node: number): NodeView[] {
    return [...this.nodes.values()].filter((one) => one.parent === node).sort((a, b) => Number(b.main) - Number(a.main) || a.id - b.id);
  }

  async #join(): Promise<void> {
    const tell = await this.#wire.ask({ ask: "join", game: this.id, ...(this.board ? { board: this.board.rules } : {}) });
    if (tell.tell === "refused") this.missing = true;
    this.#joined = true;
  }

  #connection(connected: boolean): void {
    const was = this.connected;
    this.connected = connected;
    if (connected && !was && this.#joined) void this.#join();
  }

  #show(view: View): void {
    this.view = view;
    this.since = performance.now();
  }

  #heard(tell: ServerMessage): void {
    switch (tell.tell) {
      case "joined": {
        if (tell.game !== this.id) return;
        if (tell.board) this.board = tell.board;
        this.nodes = new Map(tell.tree.map((node) => [node.id, node]));
        this.current = tell.view;
        this.talk = tell.talk ?? [];
        this.#show(tell.view);
        if (tell.re === 0 || (tell.problems?.length ?? 0) > 0) this.problems = { problems: tell.problems ?? [], broken: false };
        return;
      }
      case "update": {
        if (tell.game !== this.id) return;
        const nodes = new Map(this.nodes);
        for (const node of tell.nodes) nodes.set(node.id, node);
        for (const gone of tell.pruned ?? []) prune(nodes, gone);
        this.nodes = nodes;
        const followed = !this.view || this.view.node === this.current?.node || !nodes.has(this.view.node);
        this.current = tell.view;
        if (followed || this.view?.node === tell.view.node) this.#show(tell.view);
        if (tell.next) this.next = tell.next;
        if (tell.talk?.length) this.talk = [...this.talk, ...tell.talk];
        return;
      }
      case "thought": {
        if (tell.game !== this.id) return;
        this.thought = { node: tell.node, thought: tell.thought };
        if (!(tell.thought.goingOn ?? false)) this.analysing = false;
        const first = this.board?.players.find((player) => player.kind === "chooser")?.id;
        const worth = new Map(this.worth);
        worth.set(tell.node, tell.thought.player === first ? tell.thought.expected : 1 - tell.thought.expected);
        this.worth = worth;
        return;
      }
      case "rules":
        // Valid rules are announced by the game that continues with them, with the moves that it
        // has lost.
        if (tell.problems.length > 0) this.problems = { problems: tell.problems, broken: true };
        else if (this.problems?.broken) this.problems = null;
        return;
      default:
    }
  }
}

function prune(nodes: Map<number, NodeView>, gone: number): void {
  nodes.delete(gone);
  for (const node of [...nodes.values()]) if (node.parent === gone) prune(nodes, node.id);
}
