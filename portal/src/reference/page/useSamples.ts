import { createStorageSlot } from '@docusaurus/theme-common';
import { type RefObject, useEffect } from 'react';
import { isLanguage, type Language, languages } from '../samples/languages';
import { colourCode } from './colourCode';

const choice = createStorageSlot('folkmoot.sample-language');

/** How far from the screen code gets its colours. */
const rootMargin = '800px 0px';

/** Writes all samples in the language that the reader chose, now or on an earlier visit, and colours them. */
export function useSamples(main: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    const element = main.current;
    if (!isReady || !element) return undefined;
    const samples = new Samples(element);
    const stored = choice.get();
    if (isLanguage(stored)) samples.use(stored);
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLSelectElement) || !isLanguage(target.value)) return;
      samples.use(target.value);
      choice.set(target.value);
    };
    element.addEventListener('change', onChange);
    const stopListening = choice.listen(({ newValue }) => {
      if (isLanguage(newValue)) samples.use(newValue);
    });
    return () => {
      element.removeEventListener('change', onChange);
      stopListening();
      samples.stop();
    };
  }, [main, isReady]);
}

/** The samples of a page; each is written and coloured when it comes near the screen. */
class Samples {
  private language: Language = 'curl';
  private readonly near = new Set<Element>();
  private readonly observer: IntersectionObserver;

  constructor(main: HTMLElement) {
    this.observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting && !this.near.has(target)) {
            this.near.add(target);
            this.dress(target as HTMLElement);
          }
        }
      },
      { rootMargin },
    );
    for (const part of main.querySelectorAll('[data-part]')) this.observer.observe(part);
  }

  use(language: Language): void {
    this.language = language;
    for (const part of this.near) {
      const select = part.querySelector<HTMLSelectElement>('[data-languages] > select');
      if (select) select.value = language;
      this.write(part as HTMLElement);
    }
  }

  stop(): void {
    this.observer.disconnect();
  }

  private dress(part: HTMLElement): void {
    part.querySelector('[data-languages]')?.replaceChildren(languageSelect(this.language));
    for (const code of part.querySelectorAll('pre > code')) colourCode(code);
    this.write(part);
  }

  /** Writes the sample of one operation. */
  private async write(part: HTMLElement): Promise<void> {
    const { request } = part.dataset;
    const code = part.querySelector('[data-languages]')?.closest('figure')?.querySelector('pre > code');
    const server = part.closest<HTMLElement>('[data-server]')?.dataset.server;
    if (!request || !code || !server) return;
    const { language } = this;
    if (language === 'curl' && !code.hasAttribute('data-language')) return;
    const { sample } = await import('../samples');
    if (language !== this.language) return;
    code.setAttribute('data-language', language);
    code.textContent = sample(language, JSON.parse(request), server);
    colourCode(code);
  }
}

function languageSelect(chosen: Language): HTMLSelectElement {
  const select = document.createElement('select');
  select.setAttribute('aria-label', 'Language of the samples');
  select.append(...Object.entries(languages).map(([value, name]) => new Option(name, value)));
  select.value = chosen;
  return select;
}
