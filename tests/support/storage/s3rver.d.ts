declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders, Server } from 'node:http';

  /** The parts of a handled request that the tests use. */
  interface RequestContext {
    method: string;
    headers: IncomingHttpHeaders;
    query: Record<string, string | string[] | undefined>;
    status: number;
  }

  class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      vhostBuckets: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    readonly middleware: ((context: RequestContext, next: () => Promise<void>) => Promise<void>)[];
    readonly httpServer?: Server;
    run(): Promise<object>;
    close(): Promise<void>;
  }

  export = S3rver;
}
