/**
 * The element `<dagaz-game>`: a game of this site in another page.
 *
 *   <script src="https://example.org/dagaz/dagaz-game.js"></script>
 *   <dagaz-game game="chess"></dagaz-game>
 *   <dagaz-game rules="1.q1ZKLkpV…"></dagaz-game>
 *
 * `game` is the name of a game of the library. `rules` is the last part of a published link. The game
 * runs in a frame of this site, which the other page cannot read.
 */
(() => {
  const base = new URL(".", document.currentScript.src).href;

  class DagazGame extends HTMLElement {
    static observedAttributes = ["game", "rules", "title"];
    #frame = document.createElement("iframe");

    constructor() {
      super();
      const style = document.createElement("style");
      style.textContent = ":host { display: block; inline-size: 100%; max-inline-size: 720px; block-size: 640px; } :host([hidden]) { display: none; } iframe { inline-size: 100%; block-size: 100%; border: 0; }";
      this.#frame.allow = "clipboard-write; fullscreen";
      this.#frame.loading = "lazy";
      this.attachShadow({ mode: "open" }).append(style, this.#frame);
    }

    connectedCallback() {
      this.#show();
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#show();
    }

    #show() {
      const [game, rules] = [this.getAttribute("game"), this.getAttribute("rules")];
      const page = rules ? `#/shared/${encodeURIComponent(rules)}` : game ? `#/rules/${encodeURIComponent(game)}` : "";
      this.#frame.title = this.getAttribute("title") ?? "Dagaz";
      const address = base + page;
      if (this.#frame.src !== address) this.#frame.src = address;
    }
  }

  if (!customElements.get("dagaz-game")) customElements.define("dagaz-game", DagazGame);
})();
