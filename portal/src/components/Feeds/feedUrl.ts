/** What a feed contains: all records, or those of one project, and the language of its texts. */
export interface FeedChoice {
  /** Empty for all projects. */
  project: string;
  /** Empty for the default language of the platform. */
  locale: string;
}

/** The URL of a feed such as `events.ics`. */
export function feedUrl(origin: string, file: string, { project, locale }: FeedChoice): string {
  const parameters = { ...(project && { project_id: project }), ...(locale && { locale }) };
  const query = String(new URLSearchParams(parameters));
  return `${origin}/feeds/${file}${query && `?${query}`}`;
}

/** The URL with which calendars subscribe to a feed. */
export const subscriptionUrl = (url: string) => url.replace(/^https?:/, 'webcal:');
