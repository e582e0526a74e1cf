import { ownValue } from '@/contract/core/own-value';
import { trimEnd } from '@/contract/core/text';

/** Controls, direction marks and what is not drawn: with them `annexe<U+202E>fdp.exe` reads as `annexeexe.pdf`. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** An extension has a letter, so that the 2 of `Отчёт v1.2` stays. */
const extension = /\.\d{0,7}[a-z][a-z0-9]{0,7}$/i;
const spellings: Record<string, readonly string[]> = {
  jpg: ['.jpg', '.jpeg'],
  csv: ['.csv', '.txt', '.tsv'],
};
const longestExtension = 9;
const maxLength = 200;

/**
 * A client's file name as people may read it: without folders and unseen signs, and with the extension of what the
 * content was detected as, because computers open a file by it.
 */
export function safeFileName(name: string, detected: string): string {
  const shown = name
    .replace(unseen, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\s+/gu, ' ')
    .replace(/^ /, '');
  const visible = trimEnd(shown, '. ');
  const own = extension.exec(visible.slice(-longestExtension))?.[0] ?? '';
  const isRight = (ownValue(spellings, detected) ?? [`.${detected}`]).includes(own.toLowerCase());
  const end = isRight ? own : `.${detected}`;
  const stem = trimEnd(visible.slice(0, visible.length - own.length), '. ') || 'file';
  return `${Array.from(stem)
    .slice(0, maxLength - end.length)
    .join('')}${end}`;
}
