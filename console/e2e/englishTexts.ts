import type { Page } from '@playwright/test';
import compile from 'icu-minify/compile';
import { en } from '../messages/en';
import type { Messages } from '../messages/messages';

/** The words of a compiled message between its parameters and tags. */
function wordsOf(node: unknown): string[] {
  if (typeof node === 'string') return [node.trim()];
  if (!Array.isArray(node)) return [];
  return node.flatMap((part) => {
    if (!Array.isArray(part)) return wordsOf(part);
    const [, type, options] = part;
    if (typeof type === 'number' && type !== 0) return Object.values(options ?? {}).flatMap(wordsOf);
    return part.slice(1).flatMap((child) => wordsOf([child]));
  });
}

const allWordsOf = (messages: Messages) =>
  new Set(
    Object.values(messages).flatMap((group) =>
      Object.values(group).flatMap((each) => wordsOf(compile(each))),
    ),
  );

const english = allWordsOf(en);
// The example of a name is the name of a client of the fake server.
english.delete(en.newClient.nameExample);

/** The texts of a page that are English messages although the page is in another language. Texts of the server are excepted. */
export async function englishTextsOf(page: Page, messages: Messages): Promise<string[]> {
  const translated = allWordsOf(messages);
  const suspects = [...english].filter((words) => /\p{L}{2}/u.test(words) && !translated.has(words));
  const sentences = suspects.filter((words) => words.split(' ').length > 2);
  const single = new Set(suspects);
  const shown = await page.evaluate(() => {
    const isExcepted = (element: Element | null) =>
      Boolean(element?.closest('[lang=en], [translate=no], script, noscript, style'));
    const texts: string[] = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { parentElement, textContent } = nodes.currentNode;
      if (!isExcepted(parentElement)) texts.push(textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (!isExcepted(element)) texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts;
  });
  const isEnglish = (text: string) =>
    single.has(text) ||
    // Counts are before their noun.
    single.has(text.replace(/^[\d.,\s]+/, '')) ||
    sentences.some((words) => text.includes(words));
  return [...new Set(shown.filter(isEnglish))];
}
