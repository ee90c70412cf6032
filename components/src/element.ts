import { type Attribute, integer, limit } from './attributes';
import { type CardStyle, createCards, createSkeleton } from './card';
import { create } from './dom';
import { Failure, invalidAttribute, missingKey, unexpectedResponse } from './failure';
import type { Kind } from './kind';
import { canonical, inheritedLanguage, primaryLanguage } from './locale';
import { read } from './request';
import css from './styles.css?inline';
import { textLanguage, textsIn } from './texts';
import { parseUrl } from './url';

const sharedAttributes = ['key', 'server', 'locale', 'limit', 'heading-level', 'layout'];
// Without this variable, the build would replace `new URL('..', import.meta.url)`.
const script = import.meta.url;
const styleSheet = new CSSStyleSheet();
styleSheet.replaceSync(css);

/**
 * Defines the element of a kind. Until it has loaded its records, and if it fails, it shows what is inside of it. Its attribute
 * `state` is `loading`, `loaded`, `empty` or `failed`.
 */
export function defineElement<Shown>(kind: Kind<Shown>) {
  const name = `folkmoot-${kind.name}`;
  // A page may load the script twice.
  if (customElements.get(name)) return;
  class RecordsElement extends HTMLElement {
    static readonly observedAttributes = [...sharedAttributes, ...kind.attributes];
    readonly #attribute: Attribute = (name) => this.getAttribute(name);
    readonly #inner = create('slot');
    readonly #view = create('div', { class: 'view' });
    /** Aborted if the records are not needed any more, such as after a change of an attribute. */
    #request = new AbortController();
    #isScheduled = false;

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [styleSheet];
      root.append(this.#inner, this.#view);
      this.#inner.addEventListener('slotchange', () => this.#toggleSubstitute());
    }

    connectedCallback() {
      this.#schedule();
    }

    attributeChangedCallback() {
      this.#schedule();
    }

    disconnectedCallback() {
      this.#request.abort();
    }

    /** Loads once, however many attributes change at the same time. */
    #schedule() {
      if (this.#isScheduled || !this.isConnected) return;
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        if (this.isConnected) void this.#load();
      });
    }

    async #load() {
      this.#request.abort();
      this.#request = new AbortController();
      const { signal } = this.#request;
      const declared = canonical(this.#attribute('locale'));
      const page = declared ?? inheritedLanguage(this) ?? canonical(navigator.language) ?? 'en';
      const texts = textLanguage(page);
      const sentence = (text: string) =>
        create('p', { part: 'empty', class: 'sentence' }, create('bdi', { lang: texts }, text));
      if (!this.#view.hasChildNodes()) {
        this.#show(createSkeleton(this.#layout(), limit(this.#attribute), kind.skeleton), false);
      }
      this.#setState('loading');
      try {
        // Without its region, which the platform may lack, the language of a page needs one request only.
        const { shown, locale } = await this.#read(declared ?? primaryLanguage(page));
        if (signal.aborted) return;
        const languages = { page, texts, records: locale };
        const cards = shown.map((record) => kind.card(record, languages, this.#attribute));
        const headingLevel = integer(this.#attribute('heading-level'), 3, 2, 6);
        const style: CardStyle = { layout: this.#layout(), headingLevel, language: locale };
        const empty = textsIn(texts)[kind.emptySentence(this.#attribute)];
        this.#show(cards.length ? createCards(cards, style) : sentence(empty), true);
        this.#setState(cards.length ? 'loaded' : 'empty', cards.length);
      } catch (error) {
        if (signal.aborted) return;
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
        this.#show(sentence(textsIn(texts).failed), false);
        this.#setState('failed', error instanceof Failure ? error.code : 'unexpected-error');
      }
    }

    async #read(locale: string) {
      const key = this.#attribute('key')?.trim();
      if (!key) throw missingKey();
      const address = this.#attribute('server')?.trim() || new URL('..', script).href;
      const server = parseUrl(address.replace(/\/*$/, '/'), document.baseURI)?.href;
      if (!server) throw invalidAttribute('server', 'the URL of a server');
      const path = kind.path?.(this.#attribute) ?? kind.name;
      const parameters = kind.parameters(this.#attribute, Date.now());
      const response = await read({ server, key, path, parameters, locale });
      const shown = response.body[kind.name];
      if (typeof shown !== 'object' || !shown) throw unexpectedResponse(server, 200);
      return { shown: (Array.isArray(shown) ? shown : [shown]) as Shown[], locale: response.locale };
    }

    #layout() {
      if (kind.name === 'idea') return 'single';
      return this.#attribute('layout') === 'list' ? 'list' : 'cards';
    }

    /** Shows a view: of records instead of what is inside of the element, or as a substitute if that is nothing. */
    #show(view: HTMLElement, isOfRecords: boolean) {
      this.#inner.hidden = isOfRecords;
      this.#view.replaceChildren(view);
      this.#toggleSubstitute();
    }

    #toggleSubstitute() {
      const isSeen = (node: Node) =>
        node instanceof Element || (node instanceof Text && /\S/.test(node.data));
      this.#view.hidden = !this.#inner.hidden && [...this.childNodes].some(isSeen);
    }

    /** Sets the state, and dispatches an event with this detail if the element has finished. */
    #setState(state: 'loading' | 'loaded' | 'empty' | 'failed', detail?: number | string) {
      this.setAttribute('state', state);
      this.#view.setAttribute('aria-busy', String(state === 'loading'));
      if (state === 'loading') return;
      const type = state === 'failed' ? 'folkmoot-error' : 'folkmoot-load';
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    }
  }
  customElements.define(name, RecordsElement);
}
