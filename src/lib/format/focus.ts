import type { Attachment } from '@/contract/core/define';

/** Style of a cropped picture: what its person pointed at stays visible. */
export const focusStyle = ({ focus }: Pick<Attachment, 'focus'>) =>
  focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : undefined;
