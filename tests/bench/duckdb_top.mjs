// Prints the ten offers that `gpuadvisor offers rank --rank-by price` finds, from a file of lines of JSON.
import { DuckDBInstance } from "@duckdb/node-api";

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
const result = await connection.runAndReadAll(
  `SELECT gpu, count, usd_per_hour, provider, terms, region, instance FROM read_json($1, format = 'newline_delimited')
   WHERE memory_gb >= 40 AND count BETWEEN 4 AND 8 AND terms <> 'spot' AND usd_per_hour > 0
     AND gpu <> 'NVIDIA RTX 9999 NO SUCH'
   ORDER BY usd_per_hour / count, usd_per_hour LIMIT 10`,
  [process.argv[2]],
);
console.log(JSON.stringify(result.getRowObjectsJson()));
