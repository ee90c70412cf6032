import logger from '@docusaurus/logger';

interface BrokenMarkdownLink {
  sourceFilePath: string;
  url: string;
}

/**
 * Warns about a broken Markdown link without failing the build. Docusaurus would check the URL again as a page of the
 * site and fail; with the returned `pathname://` URL it does not.
 */
export function warnAboutBrokenMarkdownLink({ sourceFilePath, url }: BrokenMarkdownLink): string {
  logger.warn`Markdown link with path=${url} in path=${sourceFilePath} does not exist.`;
  return `pathname://${url}`;
}
