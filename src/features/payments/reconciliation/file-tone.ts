export const fileTones = { waiting: 'warn', quarantined: 'bad', posted: 'good' } as const;
