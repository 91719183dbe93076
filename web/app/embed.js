/**
 * `<taquin-board>` for any page:
 *
 *     <script type="module" src="https://HOST/embed.js"></script>
 *     <taquin-board board="8 1 3/4 0 2/7 6 5" theme="dark"></taquin-board>
 *
 * Attributes: `board` (a position text), `goal`, `theme` (`light`, `dark`, `contrast`), `controls` (`none` hides the line
 * under the board), `static` (a picture that cannot be played). Events: `taquin-ready`, `taquin-move` and `taquin-win`,
 * each with `detail.board`, `detail.moves` and `detail.millis`. The element is as wide as its container unless it is
 * styled otherwise, and holds a frame, so that neither page's styles or scripts reach the other's.
 */

const PAGE = new URL('embed.html', import.meta.url);

class TaquinFrame extends HTMLElement {
  static observedAttributes = ['board', 'goal', 'theme', 'controls', 'static'];

  #frame = document.createElement('iframe');
  /** Whether the page in the frame listens. */ #isReady = false;

  constructor() {
    super();
    this.#frame.style.cssText = 'border:0;width:100%;height:100%;display:block;color-scheme:normal';
    this.#frame.title = 'taquin';
    const root = this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(':host{display:block;aspect-ratio:10/11;max-width:640px}:host([hidden]){display:none}');
    root.adoptedStyleSheets = [style];
    root.append(this.#frame);
  }

  connectedCallback() {
    addEventListener('message', this.#hear);
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name === 'board' && this.#isReady) this.#frame.contentWindow?.postMessage({ taquin: 'show', board: this.getAttribute('board') ?? '' }, PAGE.origin);
    else this.#load();
  }

  /** The position it began with; setting it shows another. */
  get board() {
    return this.getAttribute('board') ?? '';
  }

  set board(text) {
    this.setAttribute('board', text);
  }

  #load() {
    const address = new URL(PAGE);
    const board = this.getAttribute('board');
    if (board) address.searchParams.set('b', board.trim().replace(/ +/g, ','));
    for (const name of ['goal', 'theme', 'controls']) {
      const value = this.getAttribute(name);
      if (value) address.searchParams.set(name, value);
    }
    if (this.hasAttribute('static')) address.searchParams.set('static', '');
    if (this.#frame.src === address.href) return;
    this.#isReady = false;
    this.#frame.src = address.href;
  }

  #hear = (/** @type {MessageEvent} */ { source, origin, data }) => {
    if (source !== this.#frame.contentWindow || origin !== PAGE.origin || !['ready', 'move', 'win'].includes(data?.taquin)) return;
    this.#isReady ||= data.taquin === 'ready';
    const { board, moves, millis } = data;
    this.dispatchEvent(new CustomEvent(`taquin-${data.taquin}`, { bubbles: true, detail: { board, moves, millis } }));
  };
}

if (!customElements.get('taquin-board')) customElements.define('taquin-board', TaquinFrame);
