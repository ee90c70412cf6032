import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { provider } from '../../provider';
import { readPages } from '../prerendered/pages';
import { pictureOf, twinOf } from './addresses';
import { fontsAhead, headOf } from './head';
import { llmsText } from './llms';
import { markdownOf } from './markdown';
import { pictureFor } from './pictures';

/**
 * Writes what programs read once the pages stand on disk: Markdown twins, `llms.txt`, preview pictures
 * and structured data.
 */
export default function machinesPlugin({ baseUrl }: LoadContext): Plugin {
  return {
    name: 'folkmoot-machines',
    async postBuild({ outDir, routesPaths, siteConfig }) {
      const write = (address: string, bytes: string | Buffer) => {
        const file = path.join(outDir, address.slice(baseUrl.length));
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, bytes);
      };
      const pages = readPages(outDir, routesPaths, baseUrl);
      write(`${baseUrl}llms.txt`, llmsText(siteConfig, pages, baseUrl));
      write(
        `${baseUrl}robots.txt`,
        `User-agent: *\nAllow: /\nSitemap: ${siteConfig.url}${baseUrl}sitemap.xml\n`,
      );
      const fonts = fontsAhead(readdirSync(path.join(outDir, 'assets/fonts')), baseUrl);
      for (const page of pages) {
        const html = readFileSync(page.file, 'utf8');
        writeFileSync(
          page.file,
          html.replace('</head>', () => `${fonts}${headOf(page, { ...siteConfig, baseUrl })}</head>`),
        );
        write(twinOf(page.address, baseUrl), markdownOf(page));
        write(pictureOf(page.address, baseUrl), await pictureFor(page, provider));
      }
    },
  };
}
