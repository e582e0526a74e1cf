import '@/lib/family-words';

export { HistoryChanges as ActivityChanges } from '@/components/history-changes';
