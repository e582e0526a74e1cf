import { useLayoutEffect, useRef, useState } from 'react';

const nearTop = 240;
const nearBottom = 48;

interface Options {
  /** Ids of the first and last displayed item. */
  first: number | string | undefined;
  last: number | string | undefined;
  /** The last item is the reader's own: scroll to it. */
  isLastOwn: boolean;
  onTop: () => void;
}

/**
 * Keeps the scroll position: at the bottom for new messages, on the same line when older ones are prepended. Requests
 * older ones near the top.
 */
export function useThreadScroll({ first, last, isLastOwn, onTop }: Options) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ first, last, height: 0 });
  const isFollowing = useRef(true);
  const [isAtBottom, setAtBottom] = useState(true);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const was = before.current;
    before.current = { first, last, height: element.scrollHeight };
    const isOlder = was.first !== first && was.last === last && was.first !== undefined;
    if (isOlder && !isFollowing.current) element.scrollTop += element.scrollHeight - was.height;
    else if (isFollowing.current || (was.last !== last && isLastOwn))
      element.scrollTop = element.scrollHeight;
  }, [first, last, isLastOwn]);

  const handleScroll = () => {
    const element = box.current;
    if (!element) return;
    before.current.height = element.scrollHeight;
    const isBelow = element.scrollHeight - element.scrollTop - element.clientHeight < nearBottom;
    isFollowing.current = isBelow;
    setAtBottom(isBelow);
    if (element.scrollTop < nearTop) onTop();
  };

  const toBottom = () => {
    const element = box.current;
    if (element) element.scrollTo({ top: element.scrollHeight });
  };

  return { box, isAtBottom, handleScroll, toBottom };
}
