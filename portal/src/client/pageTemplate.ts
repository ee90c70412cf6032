/**
 * The HTML around every prerendered page, as `ssrTemplate` of Docusaurus. It differs from the original in two
 * things. The scripts are asked for when the page has been painted, so that reading it waits for none of them; the
 * home page then says, as it does with the original, when they were not found where the site believes to be. And a
 * button that is pressed before they have come is pressed as soon as the page listens.
 */
export const pageTemplate = `
<!DOCTYPE html>
<html <%~ it.htmlAttributes %>>
  <head>
    <meta charset="UTF-8">
    <meta name="generator" content="Docusaurus v<%= it.version %>">
    <% it.metaAttributes.forEach((metaAttribute) => { %>
      <%~ metaAttribute %>
    <% }); %>
    <%~ it.headTags %>
    <% it.stylesheets.forEach((stylesheet) => { %>
      <link rel="stylesheet" href="<%= it.baseUrl %><%= stylesheet %>" />
    <% }); %>
    <script>
      // Docusaurus would take scripts that come later for such as cannot be found.
      window.docusaurus = null;
      addEventListener('DOMContentLoaded', () => {
        const load = () => {
          let script;
          for (const name of <%~ JSON.stringify(it.scripts) %>) {
            script = document.createElement('script');
            script.src = '<%= it.baseUrl %>' + name;
            script.async = false;
            document.head.append(script);
          }
          script.onload = script.onerror = () => window.docusaurus || window.insertBanner?.();
        };
        // The first frame is on its way to the screen when the second one begins.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)));
      });
      // Held back, and not only noted: else a press while React is taking over could count twice.
      let pressed;
      const hold = (event) => {
        const button = event.target.closest('#__docusaurus button');
        if (button) {
          event.preventDefault();
          event.stopImmediatePropagation();
          pressed = button;
        }
      };
      addEventListener('click', hold, true);
      new MutationObserver((_, observer) => {
        if (document.documentElement.dataset.hasHydrated === 'true') {
          observer.disconnect();
          removeEventListener('click', hold, true);
          pressed?.isConnected && pressed.click();
        }
      }).observe(document.documentElement, { attributeFilter: ['data-has-hydrated'] });
    </script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
