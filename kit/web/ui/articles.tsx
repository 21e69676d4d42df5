// A long text as articles: no markup but headings and paragraphs, so that nothing in it can be more than words.
export function Articles({ body }: { body: string }) {
  return (
    <div className="mt-4 divide-y divide-line border-y border-line">
      {articlesOf(body).map(({ head, paragraphs }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an article is its place
        <section key={at} className="py-4">
          {head && <h3 className="mb-1 text-14 font-semibold">{head}</h3>}
          {paragraphs.map((paragraph, line) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <p key={line} className="mt-1 text-14 whitespace-pre-line text-sub">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

interface Article {
  head: string;
  paragraphs: string[];
}

/** `## ` heads an article; empty lines part paragraphs. */
export function articlesOf(body: string): Article[] {
  const articles: Article[] = [];
  let open: string[] = [];
  const flush = () => {
    const text = open.join('\n').trim();
    open = [];
    if (text === '') return;
    if (articles.length === 0) articles.push({ head: '', paragraphs: [] });
    articles.at(-1)?.paragraphs.push(text);
  };
  for (const line of body.split('\n')) {
    if (line.startsWith('## ')) {
      flush();
      articles.push({ head: line.slice(3).trim(), paragraphs: [] });
    } else if (line.trim() === '') flush();
    else open.push(line);
  }
  flush();
  return articles;
}
