const address = /https?:\/\/[^\s<>"]+/g;

/**
 * Text of an e-mail with its links; those into this panel keep the current host, whatever host the e-mail was written
 * for.
 */
export function EmailText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p className={`break-words whitespace-pre-line ${className}`}>
      {partsOf(text).map(({ at, part, isLink }) =>
        isLink ? (
          <a key={at} href={hereOf(part)} className="rounded-badge text-accent-ink underline wrap-anywhere">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

/** First link of an e-mail, converted in the same way. */
export function findFirstLink(text: string): string | undefined {
  const found = partsOf(text).find(({ isLink }) => isLink);
  return found && hereOf(found.part);
}

function partsOf(text: string) {
  const parts: { at: number; part: string; isLink: boolean }[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(address)) {
    parts.push({ at: end, part: text.slice(end, index), isLink: false });
    parts.push({ at: index, part: link, isLink: true });
    end = index + link.length;
  }
  return [...parts, { at: end, part: text.slice(end), isLink: false }];
}

function hereOf(link: string): string {
  if (!URL.canParse(link)) return link;
  const { pathname, search } = new URL(link);
  return pathname.startsWith('/admin/') ? `${pathname}${search}` : link;
}
