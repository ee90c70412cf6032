import type { Page } from '@playwright/test';

/** Negative margins of rows and sections extend so many pixels into the padding of their containers. */
const tolerance = 20;

/**
 * The elements whose content is wider than they are, although it cannot be scrolled. Content of scrollable elements is
 * not checked, except that dialogs must not scroll sideways.
 */
export function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate((maximum) => {
    const isTooWide = (element: Element) => {
      const { display, visibility, overflowX } = getComputedStyle(element);
      const isBox = display !== 'inline' && visibility === 'visible' && element.clientWidth > 1;
      const mustFit = element.tagName === 'DIALOG' || /visible|hidden|clip/.test(overflowX);
      return isBox && mustFit && element.scrollWidth - element.clientWidth > maximum;
    };
    return [...document.querySelectorAll('body :not(svg, svg *)')]
      .filter(isTooWide)
      .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} px`);
  }, tolerance);
}
