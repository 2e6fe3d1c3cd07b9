#include "advice/offers/price_list.hpp"

#include <fmt/format.h>

#include "formats/csv_records.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

/// "name/name count memory price spot terms provider region type", "-" for what is not told; or the reason.
std::string told(const Listed& listed) {
  if (const auto* refusal = std::get_if<Refusal>(&listed)) {
    return std::string(enum_name(refusal->why)) + (refusal->expected.empty() ? "" : ": " + refusal->expected);
  }
  const auto& machine = std::get<ListedMachine>(listed);
  const auto number = [](const std::optional<double>& one) { return one ? fmt::format("{:.4g}", *one) : "-"; };
  std::string names(machine.name());
  if (!machine.further_name.empty()) names += fmt::format("/{}", machine.further_name);
  return fmt::format("{}; {} of {}{}; {}, {}; {} {} {} {}", names, machine.count, number(machine.memory),
                     machine.is_memory_sure ? "" : "?", number(machine.price), number(machine.spot),
                     enum_name(machine.terms), machine.provider.empty() ? "-" : machine.provider,
                     machine.region.empty() ? "-" : machine.region, machine.type.empty() ? "-" : machine.type);
}

std::string of_line(std::string line) {
  FlatObject object(offer_keys());
  const std::size_t size = line.size();
  line.resize(size + FlatObject::k_room_behind);
  REQUIRE_FALSE(object.read({line.data(), size}));
  return told(gpuadvisor::listed(object));
}

std::string of_row(const std::string& header, const std::string& row) {
  const std::string text = header + "\n" + row;
  CsvRecords records(text);
  const auto table = PriceTable::with_columns(records.next()->fields);
  REQUIRE(table);
  const auto fields = records.next()->fields;
  REQUIRE(fields.size() == table->columns());
  return told(table->listed(fields));
}

}  // namespace

TEST_CASE("lines of our own say what they must", "[advice]") {
  CHECK(of_line(R"({"gpu":"RTX 4090","count":2,"usd_per_hour":0.7,"provider":"x","region":"SE","terms":"spot",)"
                R"("memory_gb":24,"instance":"a2","date":"2026-11-20","cpu":64})") ==
        "RTX 4090; 2 of 24; 0.7, -; spot x SE a2");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":2,"provider":null})") ==
        "h100; 1 of -; 2, -; on-demand - - -");
  CHECK(of_line(R"({"gpu":"h100","usd_per_hour":2})") == "malformed: a number in \"count\"");
  CHECK(of_line(R"({"count":1,"usd_per_hour":2})") == "malformed: a text in \"gpu\"");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":"2"})") == "malformed: a number in \"usd_per_hour\"");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":2,"terms":"monthly"})") ==
        "malformed: on-demand, spot or marketplace in \"terms\"");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":2,"date":"soon"})") == "malformed: a date in \"date\"");
  CHECK(of_line(R"({"gpu":"h100","count":1})") == "no-price");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":0})") == "bad-price");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":-2})") == "bad-price");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":1e308})") == "bad-price");
  CHECK(of_line(R"({"gpu":"h100","count":1,"usd_per_hour":1e-300})") == "bad-price");
  CHECK(of_line(R"({"gpu":"h100","count":0,"usd_per_hour":2})") == "bad-count");
  CHECK(of_line(R"({"gpu":"h100","count":1.5,"usd_per_hour":2})") == "bad-count");
  CHECK(of_line(R"({"gpu":"h100","count":0.25,"usd_per_hour":2})") == "part-of-gpu");
  CHECK(of_line(R"({"gpu":"","count":1,"usd_per_hour":2})") == "no-gpu");
  CHECK(of_line(fmt::format(R"({{"gpu":"{}","count":1,"usd_per_hour":2}})", std::string(201, 'x'))) ==
        "malformed: a text of at most 200 bytes in \"gpu\"");
}

TEST_CASE("offers of vast.ai have their memory in MiB, a price of the host and one for who may be put out",
          "[advice]") {
  CHECK(of_line(R"({"id":5006600,"gpu_name":"RTX 3090","gpu_ram":24576,"num_gpus":1,"dph_total":0.3228,)"
                R"("min_bid":0.1438,"is_bid":false,"rentable":true,"geolocation":"Norway"})") ==
        "RTX 3090; 1 of 24; 0.3228, 0.1438; marketplace vast.ai Norway -");
  CHECK(of_line(R"({"gpu_name":"RTX 3090","num_gpus":1,"dph_total":0.2,"is_bid":true,"min_bid":0.1})") ==
        "RTX 3090; 1 of -; 0.2, -; spot vast.ai - -");
  CHECK(of_line(R"({"gpu_name":"RTX 3090","num_gpus":1,"dph_total":0.2,"rentable":false})") == "not-for-rent");
  CHECK(of_line(R"({"gpu_name":"RTX 3090","dph_total":0.2})") == "bad-count");
  // An S behind the number is SUPER.
  CHECK(of_line(R"({"gpu_name":"RTX 4070S Ti","num_gpus":1,"dph_total":0.2})") ==
        "RTX 4070 Ti SUPER; 1 of -; 0.2, -; marketplace vast.ai - -");
  CHECK(of_line(R"({"gpu_name":"GTX 1660 S","num_gpus":1,"dph_total":0.2})") ==
        "GTX 1660 SUPER; 1 of -; 0.2, -; marketplace vast.ai - -");
  CHECK(of_line(R"({"gpu_name":"H100 SXM","num_gpus":1,"dph_total":2})") ==
        "H100 SXM; 1 of -; 2, -; marketplace vast.ai - -");
  CHECK(of_line(R"({"gpu_name":"RTX 3090","gpu":"RTX 3090","num_gpus":1,"dph_total":0.2})") ==
        "malformed: either \"gpu\" or \"gpu_name\"");
}

TEST_CASE("SkyPilot's columns are found by name, and its memory only tells variants apart", "[advice]") {
  const std::string aws =
      "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone";
  CHECK(of_row(
            aws,
            R"(p5.48xlarge,H100,8.0,192.0,2048.0,"{'Gpus': [{'Name': 'H100', 'Count': 8, 'GpuPartitionSize': )"
            R"(1.0, 'MemoryInfo': {'SizeInMiB': 81920}}], 'TotalGpuMemoryInMiB': 655360}",55.04,9.3722,us-west-2,z)") ==
        "H100/H100; 8 of 80?; 55.04, 9.372; on-demand - us-west-2 p5.48xlarge");
  CHECK(of_row(aws, R"(x,L4,1.0,1,1,"{'Gpus': [{'Name': 'L4', 'GpuPartitionSize': 0.25}]}",1,,r,z)") == "part-of-gpu");
  CHECK(of_row(aws, "a1.2xlarge,,,8.0,16.0,,0.204,0.204,us-east-1,z") == "no-gpu");
  CHECK(of_row(aws, "p5e,H200,8.0,1,1,,,12.5,us-east-1,z") == "H200; 8 of -?; -, 12.5; on-demand - us-east-1 p5e");
  CHECK(of_row(aws, "p5e,H200,8.0,1,1,,,,us-east-1,z") == "no-price");
  CHECK(of_row(aws, "p5e,H200,0,1,1,,1,,us-east-1,z") == "bad-count");
  CHECK(of_row(aws, "p5e,H200,,1,1,,1,,us-east-1,z") == "bad-count");
  CHECK(of_row(aws, "p5e,H200,eight,1,1,,1,,us-east-1,z") ==
        "malformed: numbers in AcceleratorCount, Price and SpotPrice");

  const std::string vast =
      "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region";
  CHECK(of_row(vast, R"(4x-RTX_4070S_Ti-32-65536,RTX4070,4,32,64.0,"{'Gpus': [{'Name': 'RTX4070', 'Count': 4, )"
                     R"('MemoryInfo': {'SizeInMiB': 65504}}]}",0.6,0.00,", US, NA")") ==
        "RTX 4070 Ti SUPER; 4 of 15.99; 0.6, -; marketplace vast.ai , US, NA -");

  const std::string lambda =
      "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice";
  CHECK(of_row(lambda, R"(gpu_8x_a100_80gb_sxm4,A100-80GB,8.0,240.0,1800.0,22.32,us-east-1,"{'Gpus': [{'Name': )"
                       R"('A100-80GB', 'Count': 8.0, 'MemoryInfo': {'SizeInMiB': 81920}}]}",)") ==
        "A100-80GB/a100 80gb sxm4; 8 of 80?; 22.32, -; on-demand lambda us-east-1 gpu_8x_a100_80gb_sxm4");

  // What is too little for MiB is GiB; a type that ends with the machine's memory in GiB is Hyperbolic's, not Vast's.
  CHECK(of_row(lambda, R"(vultr_A16x2,A16,2.0,12.0,128,1.0,india-1,"{'Gpus': [{'Name': 'A16', 'Count': 2.0, )"
                       R"('MemoryInfo': {'SizeInMiB': 16}}], 'TotalGpuMemoryInMiB': 32}",)") ==
        "A16/A16; 2 of 16?; 1, -; on-demand - india-1 vultr_A16x2");
  CHECK(of_row(lambda, R"(3x-H100-224-2165,H100,3,224,2165,3.9,default,"{'Gpus': [{'Name': 'NVIDIA-H100-80GB-HBM3', )"
                       R"('Count': 3, 'MemoryInfo': {'SizeInMiB': 81920}}], 'TotalGpuMemoryInMiB': 245760}",)") ==
        "H100/NVIDIA-H100-80GB-HBM3; 3 of 80?; 3.9, -; on-demand - default 3x-H100-224-2165");

  // In JSON's quotes, with the memory of all GPUs, and the type of the cloud behind it.
  const std::string prime =
      "InstanceType,UpstreamCloudId,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,Price,SpotPrice";
  CHECK(of_row(prime, R"(cloud__8xA100_80GB__240__1800,gpu_8x_a100,240,1800,A100-80GB,8.0,"{""Gpus"":[{""Name"":)"
                      R"(""A100-80GB"",""Count"":8,""MemoryInfo"":{""SizeInMiB"":655360}}]}",US,14.3,)") ==
        "A100-80GB/A100-80GB; 8 of 80?; 14.3, -; on-demand - US gpu_8x_a100");

  const std::string runpod =
      "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Region,SpotPrice,Price,AvailabilityZone,GpuInfo";
  CHECK(of_row(runpod, R"(2x_A100-80GB_SECURE,A100-80GB,2.0,16.0,234.0,US,1.64,3.28,US-CA-1,"{'Gpus': [{'Name': )"
                       R"('A100 PCIe', 'Count': 2, 'MemoryInfo': {'SizeInMiB': 80}}], 'TotalGpuMemoryInMiB': 160}")") ==
        "A100-80GB/A100 PCIe; 2 of 80?; 3.28, 1.64; on-demand runpod US -");

  const std::string gcp =
      "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice";
  CHECK(of_row(gcp, ",,,tpu-v6e-8,1,tpu-v6e-8,us-east1,z,21.6,4.7") ==
        "TPU v6e; 8 of -?; 21.6, 4.7; on-demand - us-east1 -");
  CHECK(of_row(gcp, ",,,tpu-v5p-128,1,x,us-east1,z,268.8,") == "TPU v5p; 64 of -?; 268.8, -; on-demand - us-east1 -");
  CHECK(of_row(gcp, ",,,tpu-v6e-8,1,x,us-east1,z,700.0,") == "placeholder-price");
  CHECK(of_row(gcp, ",,,L4,1,x,us-east1,z,0.56,") == "without-machine");
}

TEST_CASE("gpuhunt has a row for each of spot and on demand", "[advice]") {
  const std::string columns =
      "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,cpu_arch,"
      "provider_data";
  CHECK(of_row(columns, "p5.48xlarge,us-east-1,55.04,192,2048,8,H100,80,False,,nvidia,,x86,") ==
        "H100; 8 of 80; 55.04, -; on-demand - us-east-1 p5.48xlarge");
  CHECK(of_row(columns, "p5.48xlarge,us-east-1,19.1,192,2048,8,H100,80,True,,nvidia,,x86,") ==
        "H100; 8 of 80; 19.1, -; spot - us-east-1 p5.48xlarge");
  CHECK(of_row(columns, "v5litepod-8,us-central1,9.6,,,1,v5litepod-8,16,False,,google,,x86,") ==
        "TPU v5e; 8 of -; 9.6, -; on-demand - us-central1 v5litepod-8");
  CHECK(of_row(columns, "v5p,us-central1,700.0,,,1,tpu-v5p-8,16,False,,google,,x86,") == "placeholder-price");
  CHECK(of_row(columns, "c3,us-central1,0.2,4,16,0,,,False,,,,x86,") == "no-gpu");
  CHECK(of_row(columns, "x,y,1,1,1,1,L4,24,yes,,,,,") == "malformed: True or False in spot");
}

TEST_CASE("a table of other columns is none", "[advice]") {
  CHECK_FALSE(PriceTable::with_columns({"name", "price"}));
  CHECK_FALSE(PriceTable::with_columns({}));
}
