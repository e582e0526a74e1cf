import { WrittenText } from '@/components/ui/written-text';
import { decodeText, isHtml } from '@/lib/format/plain-text';
import { HtmlText } from './html-text';

/** The stored value of a formatted field: HTML, or a text without a tag with its lines. */
export function StoredText({ text }: { text: string }) {
  if (isHtml(text)) return <HtmlText html={text} />;
  return <WrittenText text={decodeText(text)} className="block break-words whitespace-pre-line" />;
}
