/** The authors are in the line with the date: see `Info`. */
export default function BlogPostItemHeaderAuthors() {
  return null;
}
