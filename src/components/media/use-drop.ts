import { type DragEvent, useState } from 'react';

/** What an area for dropped files needs; `isOver` while something is held over it. */
export function useDrop(onDrop: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.dataTransfer.files);
      },
    },
  };
}
