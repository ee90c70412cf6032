declare module '@generated/folkmoot-reference/default/reference.json' {
  const reference: import('./model').Reference;
  export default reference;
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
  export default function Content(props: { onReady: () => void }): import('react').ReactNode;
}
