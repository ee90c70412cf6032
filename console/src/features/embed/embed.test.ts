import { describe, expect, test } from 'vitest';
import { type EmbedOptions, optionsOf, parametersOf } from './options';
import { type Embedded, elementSnippet, embedUrl, escapeHtml, frameSnippet } from './snippet';

const embedded = (options: EmbedOptions, values: Partial<Embedded> = {}): Embedded => ({
  server: 'https://api.example',
  key: 'fmp_1',
  script: { url: '/components/folkmoot-1a.js', integrity: 'sha384-abc+/=' },
  platform: { name: 'Ashford participates', url: 'https://ashford.example' },
  options,
  ...values,
});

describe('options in the URL of the page', () => {
  test('are those that differ from the defaults', () => {
    const search = {
      show: 'ideas',
      sort: 'newest',
      limit: '6',
      layout: 'list',
      heading_level: '2',
      unknown: 'x',
    };
    expect(optionsOf(search)).toEqual({ show: 'ideas', layout: 'list', heading_level: '2' });
  });

  test('have only values that exist', () => {
    const search = {
      limit: '25',
      layout: 'grid',
      accent: 'red;}',
      theme: 'dark',
      radius: '1px',
      when: 'past',
    };
    expect(optionsOf(search)).toEqual({ theme: 'dark', when: 'past' });
    expect(optionsOf({ accent: '#9B2d5e' })).toEqual({ accent: '#9B2d5e' });
  });

  test('become parameters of the chosen records only', () => {
    const options = {
      project_id: 'p',
      when: 'past',
      sort: 'most-liked',
      folder_id: 'f',
      locale: 'fr',
      theme: 'dark',
    };
    expect(parametersOf({ ...options, show: 'events' })).toEqual([
      ['project_id', 'p'],
      ['when', 'past'],
      ['locale', 'fr'],
    ]);
    expect(parametersOf(options)).toEqual([
      ['folder_id', 'f'],
      ['locale', 'fr'],
    ]);
  });
});

describe('an element', () => {
  test('has its script, and no attribute that is not needed', () => {
    expect(elementSnippet(embedded({}))).toBe(`<script type="module" crossorigin="anonymous"
  src="https://api.example/components/folkmoot-1a.js"
  integrity="sha384-abc+/="></script>
<folkmoot-projects key="fmp_1">
  <a href="https://ashford.example">Projects: Ashford participates</a>
</folkmoot-projects>`);
  });

  test('has filters as attributes and its appearance as a style sheet', () => {
    const snippet = elementSnippet(
      embedded({
        show: 'ideas',
        topic_ids: 't',
        accent: '#9b2d5e',
        theme: 'dark',
        radius: '0',
        heading_level: '2',
      }),
    );
    expect(snippet).toContain('<folkmoot-ideas key="fmp_1" topic-ids="t" heading-level="2">');
    expect(snippet).toContain(
      '  folkmoot-ideas {\n    color-scheme: dark;\n    --folkmoot-accent: #9b2d5e;\n    --folkmoot-radius: 0;\n  }',
    );
  });
});

test('a frame checks who sends its height', () => {
  const snippet = frameSnippet(
    embedded({ show: 'events', when: 'all', theme: 'dark', accent: '#9b2d5e', radius: '0' }),
  );
  expect(snippet).toContain('title="Events: Ashford participates"');
  expect(snippet).toContain(
    'src="https://api.example/embed/events?key=fmp_1&amp;when=all&amp;theme=dark&amp;accent=%239b2d5e"',
  );
  expect(snippet).toContain('loading="lazy"');
  expect(snippet).toContain("source === frame.contentWindow && data?.type === 'folkmoot:height'");
});

describe('texts of others', () => {
  const hostile = '"><script>alert(1)</script>&';
  const platform = { name: hostile, url: `https://ashford.example/?${hostile}` };
  const options = { show: 'ideas', search: hostile, locale: hostile };

  test('are escaped', () => {
    expect(escapeHtml(hostile)).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
    for (const snippet of [elementSnippet, frameSnippet]) {
      expect(snippet(embedded(options, { platform }))).not.toContain('<script>alert');
      expect(snippet(embedded(options, { platform })).match(/<script/g)).toHaveLength(1);
    }
  });

  test('are encoded in URLs', () => {
    const url = new URL(embedUrl(embedded(options)));
    expect(url.searchParams.get('search')).toBe(hostile);
    expect(url.href).not.toMatch(/["<>]/);
  });
});
