import { createStorageSlot } from '@docusaurus/theme-common';
import { type RefObject, useEffect } from 'react';
import { failureBox } from '../../loading/failureBox';
import { isLanguage, type Language, languages } from '../samples/languages';

const storedLanguage = createStorageSlot('folkmoot.sample-language');

/** How far from the viewport samples are updated. */
const rootMargin = '800px 0px';

/** Shows all samples in the language that the reader chooses, and stores the choice. */
export function useSamples(main: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    const element = main.current;
    if (!isReady || !element) return undefined;
    const samples = new Samples(element);
    const stored = storedLanguage.get();
    if (isLanguage(stored)) samples.use(stored);
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLSelectElement) || !isLanguage(target.value)) return;
      samples.use(target.value);
      storedLanguage.set(target.value);
    };
    element.addEventListener('change', onChange);
    const stopListening = storedLanguage.listen(({ newValue }) => {
      if (isLanguage(newValue)) samples.use(newValue);
    });
    return () => {
      element.removeEventListener('change', onChange);
      stopListening();
      samples.stop();
    };
  }, [main, isReady]);
}

/** The samples of the page; each is updated when it comes near the viewport. */
class Samples {
  private language: Language = 'curl';
  private readonly near = new Set<HTMLElement>();
  private readonly observer: IntersectionObserver;

  constructor(main: HTMLElement) {
    this.observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) this.addControls(target as HTMLElement);
        }
      },
      { rootMargin },
    );
    for (const section of main.querySelectorAll('[data-request]')) this.observer.observe(section);
  }

  use(language: Language): void {
    this.language = language;
    for (const section of this.near) {
      const select = section.querySelector<HTMLSelectElement>('[data-languages] > select');
      if (select) select.value = language;
      this.update(section);
    }
  }

  stop(): void {
    this.observer.disconnect();
  }

  private addControls(section: HTMLElement): void {
    this.observer.unobserve(section);
    this.near.add(section);
    section.querySelector('[data-languages]')?.replaceChildren(languageSelect(this.language));
    this.update(section);
  }

  /** Replaces the sample of one operation; if that fails, shows an error with a Retry button in its place. */
  private async update(section: HTMLElement): Promise<void> {
    const figure = section.querySelector('[data-languages]')?.closest('figure');
    const removeFailure = () => figure?.querySelector('.load-failure')?.remove();
    removeFailure();
    try {
      await this.replace(section);
    } catch (error) {
      console.warn('A sample failed to load.', error);
      removeFailure();
      figure?.querySelector('pre')?.before(failureBox(error, 'code', () => this.use(this.language)));
    }
  }

  /** The page comes with samples for curl. */
  private async replace(section: HTMLElement): Promise<void> {
    const code = section.querySelector('[data-languages]')?.closest('figure')?.querySelector('pre > code');
    const { language } = this;
    const shown = code?.getAttribute('data-language') ?? 'curl';
    if (!code || language === shown) return;
    // The highlighted samples of each language are a script of their own.
    const { default: samples } = await import(
      `@generated/folkmoot-reference/default/samples-${language}.json`
    );
    if (language !== this.language) return;
    code.setAttribute('data-language', language);
    code.innerHTML = samples[section.dataset.section ?? ''];
  }
}

function languageSelect(selected: Language): HTMLSelectElement {
  const select = document.createElement('select');
  select.setAttribute('aria-label', 'Language of the samples');
  select.append(...Object.entries(languages).map(([value, name]) => new Option(name, value)));
  select.value = selected;
  return select;
}
