import Content from './Content';

/** What the server prerenders: the same element that browsers keep, with everything in it. */
export default function ServedContent() {
  return (
    <div id="reference">
      <Content />
    </div>
  );
}
