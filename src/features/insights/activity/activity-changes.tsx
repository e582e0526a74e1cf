export { HistoryChanges as ActivityChanges } from '@/components/domain/history-changes';
