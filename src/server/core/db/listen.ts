/** Calls back after each commit that notified the channel; resolves to the unsubscribe function. */
export type Listen = (channel: string, heard: () => void) => Promise<() => Promise<void>>;
