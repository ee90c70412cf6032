import logger from '@docusaurus/logger';

interface BrokenMarkdownLink {
  sourceFilePath: string;
  url: string;
}

/**
 * A broken Markdown link only warns. Left as it stands, its address would be checked a second time as
 * a page of the site and fail the build, so it is handed on as one that the check leaves alone.
 */
export function warnAboutBrokenMarkdownLink({ sourceFilePath, url }: BrokenMarkdownLink): string {
  logger.warn`Markdown link with path=${url} in path=${sourceFilePath} leads to no file.`;
  return `pathname://${url}`;
}
