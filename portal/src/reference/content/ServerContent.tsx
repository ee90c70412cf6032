import Content from './Content';

/** The operations as prerendered at build time, in the element that `PrerenderedContent` keeps. */
export default function ServerContent() {
  return (
    <div id="reference">
      <Content />
    </div>
  );
}
