// Search in the manual, and contents that are open where there is room for them.

const root = document.body.dataset.root ?? "";
const input = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const found = /** @type {HTMLElement} */ (document.getElementById("found"));
const contents = /** @type {HTMLDetailsElement} */ (document.getElementById("contents"));
const most = 12;

const wide = matchMedia("(min-width: 60rem)");
contents.open = wide.matches;
wide.addEventListener("change", () => { contents.open = wide.matches; });

/** @typedef {{ page: string, anchor: string, chapter: string, title: string, text: string }} Section */

/** @type {Promise<Section[]> | undefined} */
let index;
const load = () => { index ??= fetch(`${root}search.json`).then((answer) => answer.json()); return index; };

/** How well a section matches all words: titles count more than text.
 * @param {Section} section @param {string[]} words */
function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const title = `${section.title} ${section.chapter}`.toLowerCase().includes(word);
    const text = section.text.toLowerCase().split(word).length - 1;
    if (!title && text === 0) return 0;
    sum += (title ? 10 : 0) + Math.min(text, 5);
  }
  return sum;
}

/** @param {Section} section @param {string} word */
function item(section, word) {
  const li = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${root}${section.page}#${section.anchor}`;
  link.textContent = section.title === section.chapter ? section.title : `${section.chapter}: ${section.title}`;
  const text = document.createElement("p");
  const at = Math.max(0, section.text.toLowerCase().indexOf(word) - 40);
  text.textContent = `${at > 0 ? "…" : ""}${section.text.slice(at, at + 140)}…`;
  li.append(link, text);
  return li;
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) { found.hidden = true; return; }
  const sections = await load();
  const ranked = sections
    .map((section) => ({ section, value: score(section, words) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, most);
  found.replaceChildren(...ranked.map(({ section }) => item(section, words[0])));
  if (ranked.length === 0) {
    const li = document.createElement("li");
    li.textContent = "Nothing found.";
    found.append(li);
  }
  found.hidden = false;
}

input.addEventListener("focus", load, { once: true });
input.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") found.hidden = true;
  if (event.key === "/" && document.activeElement === document.body) { event.preventDefault(); input.focus(); }
});
