import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { provider } from '../../provider';
import type { Page } from '../prerendered/pages';

const size = { width: 1200, height: 630 };

const fonts = [
  { name: 'Young Serif', file: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff' },
  { name: 'Public Sans', file: '@fontsource/public-sans/files/public-sans-latin-400-normal.woff' },
].map(({ name, file }) => ({
  name,
  data: readFileSync(require.resolve(file)),
  weight: 400 as const,
  style: 'normal' as const,
}));

interface SatoriElement {
  type: string;
  props: { style?: Record<string, unknown>; children?: unknown; [name: string]: unknown };
}

const box = (style: Record<string, unknown>, children?: unknown): SatoriElement => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** Neutral, because images have the same colours for every provider. */
const colours = { background: '#24352f', highlight: '#d8c9a3' };

/** Renders the image that previews of a page show, as PNG. */
export async function previewImage({ title, description }: Page): Promise<Buffer> {
  const svg = await satori(card(neutral(title), neutral(description)) as never, { ...size, fonts });
  return new Resvg(svg).render().asPng();
}

/** Replaces names: an image is the same for every provider. */
export const neutral = (text: string) =>
  text.replaceAll(provider.product, 'the platform').replaceAll(provider.name, 'the provider');

function card(title: string, description: string): SatoriElement {
  return box(
    { ...size, background: colours.background, color: '#fff', flexDirection: 'column', padding: '72px 80px' },
    [
      box({ fontFamily: 'Young Serif', fontSize: 34, color: '#ffffffcc' }, 'Development Portal'),
      box(
        { fontFamily: 'Young Serif', fontSize: title.length > 28 ? 72 : 88, lineHeight: 1.1, marginTop: 44 },
        title,
      ),
      box(
        {
          fontFamily: 'Public Sans',
          fontSize: 32,
          lineHeight: 1.45,
          marginTop: 28,
          maxWidth: 900,
          color: '#ffffffd9',
        },
        shortened(description),
      ),
      box({ position: 'absolute', left: 0, bottom: 0 }, [
        {
          type: 'img',
          props: {
            src: `data:image/svg+xml,${encodeURIComponent(people())}`,
            width: size.width,
            height: 130,
          },
        },
      ]),
    ],
  );
}

function shortened(text: string): string {
  return text.length > 110 ? `${text.slice(0, text.lastIndexOf(' ', 108))} …` : text;
}

/** A row of people along the lower edge. */
function people(): string {
  const figures = Array.from({ length: 17 }, (_, index) => {
    const tall = (index * 5) % 4;
    const fill =
      index === 12 ? colours.highlight : ['#ffffff2e', '#ffffff47', '#ffffff24', '#ffffff3b'][tall];
    return `<g fill="${fill}" transform="translate(${index * 74 + 8} ${54 - tall * 12})"><circle cx="26" cy="0" r="16"/><path d="M0 140V52a26 26 0 0 1 52 0v88z"/></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} 130">${figures.join('')}</svg>`;
}
