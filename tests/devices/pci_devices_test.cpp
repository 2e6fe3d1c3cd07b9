#include "devices/pci_devices.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("PCI devices that are GPUs are told from others", "[devices]") {
  struct Case {
    const char* name;
    PciDeviceFiles files;
    const char* vendor;  // null: no GPU
  };
  const Case cases[] = {
      {"a card of NVIDIA", {"0000:01:00.0", "0x10de\n", "0x2204\n", "0x030000\n", "", ""}, "nvidia"},
      {"one without outputs", {"0000:01:00.0", "0x10de\n", "0x20b2\n", "0x030200\n", "", ""}, "nvidia"},
      {"an accelerator of AMD", {"0000:01:00.0", "0x1002\n", "0x74a1\n", "0x120000\n", "", ""}, "amd"},
      {"a card of Intel", {"0000:03:00.0", "0x8086\n", "0x56a0\n", "0x030000\n", "", ""}, "intel"},
      {"graphics of a processor of Intel", {"0000:00:02.0", "0x8086\n", "0x4680\n", "0x030000\n", "", ""}, nullptr},
      {"sound of a card", {"0000:01:00.1", "0x10de\n", "0x1aef\n", "0x040300\n", "", ""}, nullptr},
      {"a virtual display", {"0000:00:01.0", "0x1234\n", "0x1111\n", "0x030000\n", "", ""}, nullptr},
      {"no files", {"0000:00:01.0", "", "", "", "", ""}, nullptr},
      {"no numbers", {"0000:00:01.0", "0x10de", "0xzzzz", "0x030000", "", ""}, nullptr},
      {"numbers too large", {"0000:00:01.0", "0x10de", "0x12345", "0x030000", "", ""}, nullptr},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const auto gpu = pci_gpu(c.files);
      CHECK(gpu.has_value() == (c.vendor != nullptr));
      if (gpu) CHECK(gpu->vendor == c.vendor);
    }
  }
}

TEST_CASE("The memory of a PCI device is told by amdgpu, in bytes", "[devices]") {
  const auto gpu = pci_gpu({"0000:03:00.0", "0x1002", "0x73df", "0x030000", "12884901888\n", "1073741824\n"});
  REQUIRE(gpu);
  CHECK(gpu->memory == Gibibytes{12});
  CHECK(gpu->free == Gibibytes{11});
  CHECK_FALSE(pci_gpu({"0000:03:00.0", "0x1002", "0x73df", "0x030000", "-1", "1"})->memory);
  CHECK_FALSE(pci_gpu({"0000:03:00.0", "0x1002", "0x73df", "0x030000", "10", "11"})->free);
}

TEST_CASE("A list of PCI ids names devices of their vendor alone", "[devices]") {
  const std::string_view list =
      "# comment\n"
      "1002  Advanced Micro Devices, Inc. [AMD/ATI]\n"
      "\t2204  No GPU of NVIDIA\n"
      "10de  NVIDIA Corporation\n"
      "\t1eb8  TU104GL [Tesla T4]\n"
      "\t\t10de 2204  a subsystem\n"
      "\t2204  GA102 [GeForce RTX 3090]\n"
      "10df  Emulex Corporation\n"
      "\t2206  Not of NVIDIA";
  CHECK(pci_device_name(list, {0x10de, 0x2204}) == "GA102 [GeForce RTX 3090]");
  CHECK(pci_device_name(list, {0x10de, 0x1eb8}) == "TU104GL [Tesla T4]");
  CHECK(pci_device_name(list, {0x10de, 0x2206}).empty());
  CHECK(pci_device_name(list, {0x10df, 0x2206}) == "Not of NVIDIA");
  CHECK(pci_device_name(list, {0x8086, 0x56a0}).empty());
  CHECK(pci_device_name("", {0x10de, 0x2204}).empty());
  CHECK(pci_device_name("\n10de  ", {0x10de, 0x2204}).empty());
}
