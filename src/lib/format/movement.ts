import { signMark } from './format';

/** A movement, whose figure is written as `text`: what comes in has a plus. */
export const withPlus = (figure: number, text: string): string =>
  figure > 0 ? `${signMark()}+${text}` : text;
