/**
 * The HTML around every prerendered page, as `ssrTemplate` of Docusaurus. It differs from the original in one
 * thing: the scripts are asked for when the page has been painted, so that reading it waits for none of them.
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
      addEventListener('DOMContentLoaded', function () {
        requestAnimationFrame(function () {
          setTimeout(function () {
            <%~ JSON.stringify(it.scripts) %>.forEach(function (name) {
              var script = document.createElement('script');
              script.src = '<%= it.baseUrl %>' + name;
              script.async = false;
              document.head.append(script);
            });
          });
        });
      });
    </script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
