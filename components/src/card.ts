import { bubble, type Child, create, icon } from './dom';
import { cut, oneLine } from './excerpt';
import { webUrl } from './url';

/** Variant names mapped to URLs, for each image of a record. */
export type Images = Record<string, string>[];

/** What a card shows. */
export interface Card {
  title: string;
  /** The URL of the record's page. */
  href?: string | null;
  images?: Images;
  /** What is shown beside the title, instead of an image. */
  lead?: HTMLElement;
  text?: string;
  /** A line above the title. */
  label?: HTMLElement;
  /** The lines below the text. */
  lines: Child[];
}

/** How the cards of an element are shown. */
export interface CardStyle {
  layout: 'cards' | 'list' | 'single';
  headingLevel: number;
  /** The language of the records; an empty text if unknown. */
  language: string;
}

/** Cards in a layout. The only link of a card is its title, which the style sheet extends over the card. */
export function createCards(cards: Card[], style: CardStyle): HTMLElement {
  const isSingle = style.layout === 'single';
  const hasImages = cards.some((card) => imageUrl(card.images));
  const items = cards.map((card) => {
    const href = webUrl(card.href);
    const title = cut(oneLine(card.title), 300);
    const text = { dir: 'auto', lang: style.language };
    // Cards without an image have the same surface as the others of their list.
    const beside = card.lead ?? (hasImages ? createMedia(card.images) : undefined);
    return create(
      isSingle ? 'article' : 'li',
      { part: 'item', class: `item${href ? ' linked' : ''}${card.lead ? ' row' : ''}` },
      beside,
      create(
        'div',
        { class: 'content' },
        create(
          `h${style.headingLevel}` as 'h3',
          { ...text, part: 'title', class: 'title' },
          href ? create('a', { href }, title) : title,
        ),
        card.text ? create('p', { ...text, part: 'text', class: 'text' }, card.text) : undefined,
        card.label,
        create('div', { class: 'lines' }, ...card.lines),
      ),
    );
  });
  if (isSingle) return create('div', { class: 'single' }, ...items);
  return create('ul', { part: 'list', class: style.layout, role: 'list' }, ...items);
}

/** Grey shapes in place of records that are being loaded. */
export function createSkeleton(layout: string, count: number, beside?: 'media' | 'day'): HTMLElement {
  const item = () =>
    create(
      'div',
      { class: beside === 'day' ? 'item row' : 'item' },
      beside && create('div', { class: beside }),
      create('div', { class: 'content' }, create('div', { class: 'bars' })),
    );
  const items = Array.from({ length: layout === 'single' ? 1 : count }, item);
  return create('div', { class: `${layout} skeleton`, 'aria-hidden': 'true' }, ...items);
}

/** A line of a card, with the name of a class. */
export const line = (name: string, ...children: Child[]) =>
  create('p', { part: 'meta', class: `line ${name}` }, ...children);

/** A text of a record inside of a line, whose direction does not affect the rest. */
export const recordText = (text: string, language: string) =>
  create('bdi', { lang: language }, cut(oneLine(text), 120));

/** A text that only screen readers read. */
export const spoken = (text: string, language: string) =>
  create('bdi', { class: 'spoken', lang: language }, text);

function createMedia(images: Images | undefined): HTMLElement {
  const src = imageUrl(images);
  const attributes = { alt: '', loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' };
  const image = src ? create('img', { ...attributes, part: 'image', src }) : undefined;
  const media = create('div', { class: 'media' }, icon(bubble), image);
  image?.addEventListener('error', () => {
    const list = media.closest('[class=cards],[class=list],[class=single]');
    image.remove();
    // Without any image, empty surfaces are of no use.
    if (!list?.querySelector('img')) for (const each of list?.querySelectorAll('.media') ?? []) each.remove();
  });
  return media;
}

/** The first image, in the size of a card if there is one. */
function imageUrl(images: Images | undefined): string | undefined {
  const [first = {}] = images ?? [];
  return [first.medium, first.large, first.small, ...Object.values(first)].map(webUrl).find(Boolean);
}
