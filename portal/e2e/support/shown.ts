import { expect } from '@playwright/test';

/**
 * Checks a response against the shortened one that a guide shows: the guide may leave out fields, and the ends or the
 * middle of texts, marked with an ellipsis.
 */
export function expectShown(shown: unknown, real: unknown, where = 'response'): void {
  if (typeof shown === 'string' && shown.includes('…')) {
    const parts = shown.split('…').map((part) => part.trim());
    expect(real, where).toMatch(new RegExp(`^${parts.map(escaped).join('[\\s\\S]*')}$`));
  } else if (Array.isArray(shown)) {
    expect(real, where).toHaveLength(shown.length);
    shown.forEach((item, index) => {
      expectShown(item, (real as unknown[])[index], `${where}[${index}]`);
    });
  } else if (shown !== null && typeof shown === 'object') {
    for (const [key, value] of Object.entries(shown)) {
      expectShown(value, (real as Record<string, unknown>)[key], `${where}.${key}`);
    }
  } else {
    expect(real, where).toBe(shown);
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
