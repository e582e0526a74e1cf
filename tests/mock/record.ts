/** `npm run mock:record`: answers of the API with the demo for the mock API, into `src/mock/recording.json`. */
import { writeFileSync } from 'node:fs';
import { seedDemo } from '@/server/demo/demo';
import { testApp } from '../support/server';
import { recordMock } from './recorder';

const api = await testApp({ demo: true });
await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });
writeFileSync('src/mock/recording.json', await recordMock(api));
await api.close();
process.exit(0);
