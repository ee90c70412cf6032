declare module '@generated/folkmoot-reference/default/reference.json' {
  const reference: import('./model').Reference;
  export default reference;
}

declare module '@generated/folkmoot-reference/default/pages.json' {
  /** All operations as their own pages show them, by their ids; only the server bundle imports it. */
  const pages: Record<string, import('./model').Operation>;
  export default pages;
}

declare module '@generated/folkmoot-reference/default/objects.json' {
  /** All objects by their ids; only the server bundle imports it. */
  const objects: Record<string, import('./model').ObjectDescription>;
  export default objects;
}

declare module '@generated/folkmoot-reference/default/overview.json' {
  const overview: import('./model').Overview;
  export default overview;
}

declare module '@generated/folkmoot-reference/default/webhooks.json' {
  /** Null if the document has none; then there is no page either. */
  const webhooks: import('./model').Webhooks;
  export default webhooks;
}

declare module '@generated/folkmoot-reference/default/object-*' {
  const object: import('./model').ObjectDescription;
  export default object;
}

declare module '@generated/folkmoot-reference/default/operation-*' {
  const operation: import('./model').Operation;
  export default operation;
}

declare module '@generated/folkmoot-reference/default/samples-*' {
  /** The highlighted samples of one language, by the ids of their operations. */
  const samples: Record<string, string>;
  export default samples;
}

declare module '@generated/folkmoot-reference/default/page-paths.json' {
  /** The paths of the pages of operations below `/api/`, by method and path. */
  const paths: Record<string, string>;
  export default paths;
}

declare module '@generated/folkmoot-reference/default/requests.json' {
  const requests: import('./requests').Requests;
  export default requests;
}

declare module '@reference/content' {
  /** The content of a page, by its name: see `loadContent`. */
  export default function Content(props: { name: string; onReady: () => void }): import('react').ReactNode;
  export function preloadContent(name: string): void;
}
