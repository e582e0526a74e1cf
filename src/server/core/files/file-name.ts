import { ownValue } from '@/contract/core/own-value';

/** Controls, direction marks and what is not drawn: with them `annexe<U+202E>fdp.exe` reads as `annexeexe.pdf`. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** An extension has a letter, so that the 2 of `Отчёт v1.2` stays. */
const extension = /\.(?=\d*[a-z])[a-z0-9]{1,8}$/i;
const spellings: Record<string, readonly string[]> = {
  jpg: ['.jpg', '.jpeg'],
  csv: ['.csv', '.txt', '.tsv'],
};
const maxLength = 200;

/**
 * A client's file name as people may read it: without folders and unseen signs, and with the extension of what the
 * content was detected as, because computers open a file by it.
 */
export function safeFileName(name: string, detected: string): string {
  const visible = name
    .replace(unseen, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\s+/gu, ' ')
    .replace(/^ | ?[. ]*$/g, '');
  const own = extension.exec(visible)?.[0] ?? '';
  const isRight = (ownValue(spellings, detected) ?? [`.${detected}`]).includes(own.toLowerCase());
  const end = isRight ? own : `.${detected}`;
  const stem = visible.slice(0, visible.length - own.length).replace(/[. ]+$/, '') || 'file';
  return `${Array.from(stem)
    .slice(0, maxLength - end.length)
    .join('')}${end}`;
}
