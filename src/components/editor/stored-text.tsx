import { WrittenText } from '@/components/ui/written-text';
import { isHtml } from '@/lib/format/plain-text';
import { HtmlText } from './html-text';

/** A stored text as its author formatted it: HTML of another client, or plain. */
export function StoredText({ text }: { text: string }) {
  if (isHtml(text)) return <HtmlText html={text} />;
  return <WrittenText text={text} className="block break-words whitespace-pre-line" />;
}
