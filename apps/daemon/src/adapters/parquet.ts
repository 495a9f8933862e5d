import type { ParquetFiles, TableColumns } from '@ccu-gateway/gateway-core/use-cases';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';

/** Parquet compressed by Snappy. Each part is one row group; only one is in memory at a time. */
export const writeParquet: ParquetFiles['write'] = async function* write(parts) {
  const bytes = new ByteWriter();
  /** Takes the bytes that were written since the last call. */
  const taken = () => {
    const chunk = bytes.getBytes().slice();
    bytes.index = 0;
    return chunk;
  };
  let writer: InstanceType<typeof ParquetWriter> | undefined;
  for await (const part of parts) {
    const columnData = columnsOf(part);
    writer ??= new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData }) });
    await writer.write({ columnData, rowGroupSize: Number.MAX_SAFE_INTEGER });
    yield taken();
  }
  await writer?.finish();
  yield taken();
};

function columnsOf({ times, texts, numbers }: TableColumns) {
  const offsetIndex = false;
  return [
    ...times.map(({ name, cells }) => ({
      name,
      data: cells.map((at) => new Date(at)),
      ...({ type: 'TIMESTAMP', nullable: false, offsetIndex } as const),
    })),
    ...texts.map(({ name, cells }) => ({
      name,
      data: [...cells],
      ...({ type: 'STRING', nullable: false, offsetIndex } as const),
    })),
    ...numbers.map(({ name, cells }) => ({
      name,
      data: [...cells],
      ...({ type: 'DOUBLE', nullable: true, offsetIndex } as const),
    })),
  ];
}
