import './embed.css';

const page = document.documentElement;
let posted = 0;

/** Posts the height that the page has without a scrollbar, which would make it narrower, to the page with the frame. */
function post() {
  page.style.overflow = 'hidden';
  const height = Math.ceil(page.getBoundingClientRect().height);
  page.style.overflow = '';
  if (height === posted) return;
  posted = height;
  parent.postMessage({ type: 'folkmoot:height', height }, '*');
}

new ResizeObserver(post).observe(page);
