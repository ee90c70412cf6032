import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { readPages } from '../prerendered/pages';
import { fontPreloads, metadataHtml } from './head';
import { isInFullText, llmsText } from './llms';
import { markdownOf } from './markdown';
import { previewImage } from './previewImages';
import { markdownUrl, previewImageUrl } from './urls';

/** Writes the machine-readable parts of the built site: Markdown copies, `llms.txt`, `llms-full.txt`, preview images, structured data. */
export default function machineReadablePlugin({ baseUrl }: LoadContext): Plugin {
  return {
    name: 'folkmoot-machine-readable',
    async postBuild({ outDir, routesPaths, siteConfig }) {
      const write = (urlPath: string, bytes: string | Buffer) => {
        const file = path.join(outDir, urlPath.slice(baseUrl.length));
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, bytes);
      };
      const pages = readPages(outDir, routesPaths, baseUrl);
      write(`${baseUrl}llms.txt`, llmsText({ ...siteConfig, baseUrl }, pages));
      write(
        `${baseUrl}robots.txt`,
        `User-agent: *\nAllow: /\nSitemap: ${siteConfig.url}${baseUrl}sitemap.xml\n`,
      );
      const fonts = fontPreloads(readdirSync(path.join(outDir, 'assets/fonts')), baseUrl);
      const complete: string[] = [];
      for (const page of pages) {
        const html = readFileSync(page.file, 'utf8');
        writeFileSync(
          page.file,
          html.replace('</head>', () => `${fonts}${metadataHtml(page, { ...siteConfig, baseUrl })}</head>`),
        );
        const markdown = markdownOf(page);
        write(markdownUrl(page.path, baseUrl), markdown);
        if (isInFullText(page.path.slice(baseUrl.length))) complete.push(markdown);
        write(previewImageUrl(page.path, baseUrl), await previewImage(page));
      }
      write(`${baseUrl}llms-full.txt`, complete.join('\n'));
    },
  };
}
