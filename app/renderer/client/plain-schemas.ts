import * as z from 'zod';

/** The page may not evaluate text as code (rule E7), so schemas are read without it and do not try whether they could. */
z.config({ jitless: true });
