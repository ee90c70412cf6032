declare module '@generated/folkmoot-reference/default/reference.json' {
  const reference: import('./model').Reference;
  export default reference;
}

declare module '@reference/content' {
  export default function Content(props: { onReady: () => void }): import('react').ReactNode;
}
