import { createPlainServer } from './server.ts';

createPlainServer().listen(Number(process.env.PORT ?? 3431));
