import type { Provider } from '../../provider';

/**
 * The placeholder of each value in a build. URLs are valid, because Docusaurus checks them; texts have letters only, so
 * that nothing escapes or splits them.
 */
export const valuePlaceholders: Provider = {
  name: 'ProviderValueName',
  product: 'ProviderValueProduct',
  tagline: 'ProviderValueTagline',
  portalUrl: 'https://portal-url.provider-value.invalid',
  apiUrl: 'https://api-url.provider-value.invalid',
  repositoryUrl: 'https://repository-url.provider-value.invalid',
  companyUrl: 'https://company-url.provider-value.invalid',
  forumUrl: 'https://forum-url.provider-value.invalid',
  socialUrl: 'https://social-url.provider-value.invalid',
  socialNetwork: 'ProviderValueSocialNetwork',
  logo: '/provider-value-logo',
  logoDark: '/provider-value-logo-dark',
  icon: '/provider-value-icon',
  primaryColour: 'ProviderValuePrimaryColour',
  primaryColourDark: 'ProviderValuePrimaryColourDark',
  accentColour: 'ProviderValueAccentColour',
  accentColourDark: 'ProviderValueAccentColourDark',
  announcement: 'ProviderValueAnnouncement',
  announcementId: 'ProviderValueAnnouncementId',
  copyrightYear: 'ProviderValueCopyrightYear',
  tryIt: 'ProviderValueTryIt',
  operatorGuides: 'ProviderValueOperatorGuides',
};

const keys = new Map(
  Object.entries(valuePlaceholders).map(([key, placeholder]) => [
    placeholder as string,
    key as keyof Provider,
  ]),
);

/** Matches every placeholder; of two that start alike, the longer one. */
const pattern = new RegExp(
  [...keys.keys()]
    .toSorted((one, other) => other.length - one.length)
    .map((placeholder) => placeholder.replaceAll('.', '\\.'))
    .join('|'),
  'g',
);

/** Matches what is left of a placeholder that was changed, for example to lower case or into an anchor. */
const remains = /providervalue|provider-value[.-]/i;

/** A text before, between or after placeholders, or the key of a placeholder's value. */
export type Part = { text: string } | { key: keyof Provider };

/**
 * Splits a text at its placeholders.
 * @throws if it contains a placeholder that was changed.
 */
export function splitAtPlaceholders(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: placeholder, index } of text.matchAll(pattern)) {
    parts.push({ text: text.slice(end, index) }, { key: keys.get(placeholder) as keyof Provider });
    end = index + placeholder.length;
  }
  parts.push({ text: text.slice(end) });
  for (const part of parts) {
    if ('text' in part) rejectRemains(part.text);
  }
  return parts.filter((part) => 'key' in part || part.text !== '');
}

function rejectRemains(text: string): void {
  const found = remains.exec(text);
  if (found) {
    const around = text.slice(Math.max(0, found.index - 60), found.index + 60);
    throw new Error(`A placeholder of a provider value was changed: "${around}". Use values as they are.`);
  }
}

/** Whether a text contains a placeholder, even a changed one. */
export const hasPlaceholder = (text: string) => remains.test(text);
