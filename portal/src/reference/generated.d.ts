declare module '@generated/folkmoot-reference/default/reference.json' {
  const reference: import('./model').Reference;
  export default reference;
}

declare module '@generated/folkmoot-reference/default/pages.json' {
  /** All operations as their own pages show them, by their ids; only the server bundle imports it. */
  const pages: Record<string, import('./model').Operation>;
  export default pages;
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

declare module '@generated/folkmoot-reference/default/requests.json' {
  const requests: import('./requests').Requests;
  export default requests;
}

declare module '@reference/content' {
  /** The content of the page of an operation, or of the single page. */
  export default function Content(props: {
    operation?: string;
    onReady: () => void;
  }): import('react').ReactNode;
  export function preloadContent(operation: string): void;
}
