import './embed.css';

const page = document.documentElement;
let posted = 0;
let previous = 0;
let width = 0;

/** Posts the height of the page to the page with the frame, which can then resize the frame. */
function post() {
  const height = Math.ceil(page.getBoundingClientRect().height);
  // In a frame with a border, a scrollbar that appears and disappears alternates two heights. The greater one remains.
  const alternates = innerWidth === width && height === previous && height < posted;
  if (height === posted || alternates) return;
  [previous, posted, width] = [posted, height, innerWidth];
  parent.postMessage({ type: 'folkmoot:height', height }, '*');
}

new ResizeObserver(post).observe(page);
