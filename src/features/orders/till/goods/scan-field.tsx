import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { focusForScanner, isScannable } from '../use-scan';
import type { Counter } from '../use-till';
import { editCurrent } from '../use-till-keys';
import { useTillWord } from '../use-till-word';
import { canBeSold, type Tile } from './tile';

interface ScanFieldProps {
  till: Counter;
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  /** Products of exactly this text; undefined while loading. */
  results: readonly Tile[] | undefined;
  /** The product selected by the arrow keys. */
  picked: number | undefined;
  onPick: (id: number | undefined) => void;
  /** Offers the variations of a product. */
  onOpen: (id: number) => void;
}

/** Many scanners send Enter twice: the second one must not sell. */
const echoMs = 400;

/** The field that keeps the focus: codes with Enter, or a name and the arrow keys. */
export function ScanField(props: ScanFieldProps) {
  const { till, field, text, onText } = props;
  const word = useTillWord();
  const handleKey = useScanKeys(props);
  useEffect(() => focusForScanner(field.current), [field]);

  const isWrong = till.message !== undefined;
  return (
    <div className="px-5 pt-3 phone:px-3">
      <div
        className={`flex h-12 items-center gap-2 rounded-card border-2 bg-surface px-3 transition-colors ${
          isWrong ? 'border-bad' : 'border-line focus-within:border-accent'
        }`}
      >
        <SpriteIcon name="search" className="size-5 shrink-0 text-ink-third" />
        <input
          ref={field}
          type="search"
          aria-label={word('search')}
          placeholder={word('search')}
          aria-describedby="till-message"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          className="h-full min-w-0 flex-1 appearance-none bg-transparent text-card outline-none placeholder:text-ink-third [&::-webkit-search-cancel-button]:hidden"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={handleKey}
        />
        {text !== '' && <IconButton icon="x" label={word('clear')} onClick={() => onText('')} />}
      </div>
      <p
        id="till-message"
        role="alert"
        className={`text-small font-medium text-bad ${isWrong ? 'pt-1.5' : ''}`}
      >
        {till.message &&
          word(`message.${till.message.kind}`, {
            ...till.message,
            count: leftOf(till.message),
          })}
      </p>
    </div>
  );
}

const leftOf = (message: NonNullable<Counter['message']>) => ('left' in message ? message.left : 0);

/** Key handler of the field: Enter, Escape and arrows. */
function useScanKeys({ till, text, onText, results, picked, onPick, onOpen }: ScanFieldProps) {
  const scannedAt = useRef(Number.NEGATIVE_INFINITY);
  const handleEnter = (now: number) => {
    const typed = text.trim();
    if (typed === '') {
      if (now - scannedAt.current > echoMs) till.enter();
      return;
    }
    const chosen = results?.find(({ id }) => id === picked);
    const first = results?.find(({ goods }) => goods.some(canBeSold)) ?? results?.[0];
    if (!chosen && isScannable(typed)) {
      scannedAt.current = now;
      till.scan(typed);
      return onText('');
    }
    const tile = chosen ?? first;
    if (tile && tile.goods.length > 1) return onOpen(tile.id);
    if (tile) {
      till.add(tile.goods[0]);
      scannedAt.current = now;
      return onText('');
    }
    if (results) till.show({ kind: 'nothing', text: typed });
  };

  const handleArrow = (step: 1 | -1) => {
    if (!results || results.length === 0) return;
    const place = results.findIndex(({ id }) => id === picked);
    onPick(results[Math.min(results.length - 1, Math.max(0, place + step))]?.id);
  };

  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, timeStamp } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (key === 'Enter') {
      event.preventDefault();
      return handleEnter(timeStamp);
    }
    // A key pressed between two Enters: the second one is intended.
    scannedAt.current = Number.NEGATIVE_INFINITY;
    if (key === 'Escape') {
      till.show(undefined);
      till.closeChoices();
      return onText('');
    }
    if (text === '' ? editCurrent(till, key) : key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault();
      if (text !== '') handleArrow(key === 'ArrowUp' ? -1 : 1);
    }
  };
}
