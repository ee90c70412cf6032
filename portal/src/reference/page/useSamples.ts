import { createStorageSlot } from '@docusaurus/theme-common';
import { type RefObject, useEffect } from 'react';
import { failureBox } from '../../loading/failureBox';
import { isLanguage, type Language, languages } from '../samples/languages';
import { getSession, subscribe } from '../tryit/session';

const storedLanguage = createStorageSlot('folkmoot.sample-language');

/** How far from the viewport samples are updated. */
const rootMargin = '800px 0px';

/** Samples are filled in after a pause in typing. */
const pauseMilliseconds = 100;

/**
 * Shows all samples in the language that the reader chooses, and stores the choice. What the reader entered in Try it
 * replaces the example values.
 */
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
    let pause: ReturnType<typeof setTimeout>;
    const stopFilling = subscribe(() => {
      clearTimeout(pause);
      pause = setTimeout(() => samples.updateAll(), pauseMilliseconds);
    });
    return () => {
      clearTimeout(pause);
      stopFilling();
      element.removeEventListener('change', onChange);
      stopListening();
      samples.stop();
    };
  }, [main, isReady]);
}

/** The samples of the page; each is updated when it comes near the viewport. */
class Samples {
  private language: Language = 'curl';
  /** Counts the updates of all samples; an update that is overtaken by another has no effect. */
  private updates = 0;
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
    }
    this.updateAll();
  }

  /** Shows what the reader entered since the last update. */
  updateAll(): void {
    this.updates += 1;
    for (const section of this.near) this.update(section);
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
    const { language, updates } = this;
    if (!code) return;
    const operation = section.dataset.section ?? '';
    const filled = await filledSample(operation, language);
    const isShown =
      (code.getAttribute('data-language') ?? 'curl') === language && !code.hasAttribute('data-filled');
    if (filled === undefined && isShown) return;
    const html = filled ?? (await prerenderedSample(operation, language));
    if (updates !== this.updates || html === undefined) return;
    section.querySelector('[data-token-commands]')?.toggleAttribute('hidden', !needsTokenCommands(language));
    code.setAttribute('data-language', language);
    code.toggleAttribute('data-filled', filled !== undefined);
    code.innerHTML = html;
  }
}

/** Whether the sample in a language does not get the token itself. */
const needsTokenCommands = (language: Language) => language === 'curl' && getSession().token === undefined;

/** The sample with the values that the reader entered, if there are any. */
async function filledSample(operation: string, language: Language): Promise<string | undefined> {
  const { token, entries } = getSession();
  if (token === undefined && entries.size === 0) return undefined;
  const module = await import('../samples/filledSample');
  return module.filledSample(operation, language);
}

/** The sample with example values. The highlighted samples of each language are a script of their own. */
async function prerenderedSample(operation: string, language: Language): Promise<string | undefined> {
  const { default: samples } = await import(`@generated/folkmoot-reference/default/samples-${language}.json`);
  return samples[operation];
}

function languageSelect(selected: Language): HTMLSelectElement {
  const select = document.createElement('select');
  select.setAttribute('aria-label', 'Language of the samples');
  select.append(...Object.entries(languages).map(([value, name]) => new Option(name, value)));
  select.value = selected;
  return select;
}
